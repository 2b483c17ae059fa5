import Send from 'lucide-react/icons/send'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import type { useTestMail } from './email-api.ts'

type TestMailProps = {
  test: ReturnType<typeof useTestMail>
  isConfigured: boolean
  onTest: () => void
}

/** Tries the sender out before it is saved, and says here what came of it. */
export function TestMail({ test, isConfigured, onTest }: TestMailProps) {
  const face = (
    <>
      <Send aria-hidden />
      Send test to me
    </>
  )
  return (
    <div className="grid justify-items-start gap-3">
      {isConfigured ? (
        <Button size="small" isPending={test.isPending} onClick={onTest}>
          {face}
        </Button>
      ) : (
        <BlockedButton size="small" reason="The email provider is not configured.">
          {face}
        </BlockedButton>
      )}
      {test.data && !test.isPending && (
        <Alert tone="success">A mail from this sender went to {test.data.sentTo}.</Alert>
      )}
      {!test.isPending && <ServerErrorAlert error={test.error} />}
    </div>
  )
}
