import Send from 'lucide-react/icons/send'
import { type NotificationRow, notificationsApi } from '#contract/notifications.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useResend } from '../api.ts'

type ResendButtonProps = { notification: NotificationRow; onResent: (resent: NotificationRow) => void }

export function ResendButton({ notification: { id, resendObstacle }, onResent }: ResendButtonProps) {
  const resend = useResend()
  const face = (
    <>
      <Send aria-hidden />
      Resend
    </>
  )
  if (resendObstacle) return <BlockedButton reason={resendObstacle}>{face}</BlockedButton>
  return (
    <PermittedButton
      access={notificationsApi.resend.access}
      task="resend messages"
      isPending={resend.isPending}
      onClick={() => resend.mutate(id, { onSuccess: onResent })}
    >
      {face}
    </PermittedButton>
  )
}
