import Send from 'lucide-react/icons/send'
import { channelDeliveriesApi, type SentMessage } from '#contract/channel-deliveries.ts'
import { useResendMessage } from '#web/shared/attention/api.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { messageName } from './message-words.ts'

/** For what has failed, for good or so far. */
export function ResendMessage({ message, channelId }: { message: SentMessage; channelId: string }) {
  const resend = useResendMessage()
  const { id, status, attempts } = message
  if (status === 'delivered' || attempts === 0) return null
  return (
    <PermittedButton
      access={channelDeliveriesApi.resend.access}
      task="resend messages"
      size="small"
      aria-label={`Resend ${messageName(message)}`}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ channelId, messageId: id })}
    >
      <Send aria-hidden />
      Resend
    </PermittedButton>
  )
}
