import { useState } from 'react'
import { notificationsApi, type TemplateRow } from '#contract/notifications.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useResetTemplate } from './api.ts'

type ResetTemplateProps = { template: TemplateRow; onReset: (reset: TemplateRow) => void }

export function ResetTemplate({ template, onReset }: ResetTemplateProps) {
  const [isAsking, setIsAsking] = useState(false)
  const reset = useResetTemplate()
  return (
    <>
      <PermittedButton
        access={notificationsApi.resetTemplate.access}
        task="change messages"
        onClick={() => setIsAsking(true)}
      >
        Back to default
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Go back to the default words?"
        confirmLabel="Back to default"
        isDangerous
        isPending={reset.isPending}
        onConfirm={() =>
          reset.mutate(template, {
            onSuccess: (row) => {
              onReset(row)
              setIsAsking(false)
            },
          })
        }
      >
        <p>The words that your company wrote for this message are deleted. Messages that were sent stay as they are.</p>
        <ServerErrorAlert error={reset.error} />
      </ConfirmDialog>
    </>
  )
}
