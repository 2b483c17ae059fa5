import Send from 'lucide-react/icons/send'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { PermittedButton } from '../permitted-button.tsx'
import { useResendMessage } from './api.ts'

type ResendMessageProps = {
  channelId: string
  messageId: string
  /** Such as "order LS-10012". */
  subject: string
}

export function ResendMessage({ channelId, messageId, subject }: ResendMessageProps) {
  const resend = useResendMessage()
  return (
    <PermittedButton
      access={channelDeliveriesApi.resend.access}
      task="resend messages"
      size="small"
      aria-label={`Send again the message of ${subject}`}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ channelId, messageId })}
    >
      <Send aria-hidden />
      Send again
    </PermittedButton>
  )
}
