import Send from 'lucide-react/icons/send'
import { channelsApi } from '#contract/channels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useTestChannel } from '../api.ts'

type TestChannelProps = {
  channelId: string
  /** Why there is nothing to test now. */
  block: string | null
}

/** Asks the channel whether it hears us, and says here what came back. */
export function TestChannel({ channelId, block }: TestChannelProps) {
  const test = useTestChannel(channelId)
  const content = (
    <>
      <Send aria-hidden />
      Test
    </>
  )
  return (
    <div className="grid justify-items-start gap-3">
      {block ? (
        <BlockedButton size="small" reason={block}>
          {content}
        </BlockedButton>
      ) : (
        <PermittedButton
          access={channelsApi.test.access}
          task="test channels"
          size="small"
          isPending={test.isPending}
          onClick={() => test.mutate()}
        >
          {content}
        </PermittedButton>
      )}
      {test.data && !test.isPending && (
        <Alert
          tone={test.data.success ? 'success' : 'danger'}
          title={test.data.success ? 'Connection Successful' : 'Connection Failed'}
        >
          {test.data.message}
        </Alert>
      )}
      <ServerErrorAlert error={test.error} />
    </div>
  )
}
