import type { SentMessage } from '#contract/channel-deliveries.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { DeliveryStatusBadge } from './delivery-status-badge.tsx'
import { attemptsText, eventLabel } from './message-words.ts'
import { NextAttempt } from './next-attempt.tsx'
import { ResendMessage } from './resend-message.tsx'

type MessageItemProps = { message: SentMessage; channelId: string }

export function MessageItem({ message, channelId }: MessageItemProps) {
  const { eventType, orderNumber, url, status, attempts, error, createdAt, nextAttemptAt, deliveredAt } = message
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <DeliveryStatusBadge status={status} />
          <span className="font-medium">{eventLabel(eventType)}</span>
          {orderNumber && <CopyableCode label="order number" code={orderNumber} />}
        </div>
        <p className="text-sm text-muted">
          <RelativeTime moment={createdAt} />
        </p>
      </div>
      {error && <p className="wrap-anywhere text-danger">{error}</p>}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1 text-sm text-muted">
          <p>
            {attemptsText(message)}
            {status === 'delivered' && attempts > 1 && deliveredAt && (
              <>
                . Delivered <RelativeTime moment={deliveredAt} />.
              </>
            )}
            {status === 'pending' && nextAttemptAt && (
              <>
                . <NextAttempt at={nextAttemptAt} />
              </>
            )}
          </p>
          <p className="font-mono text-xs wrap-anywhere">{url}</p>
        </div>
        <ResendMessage message={message} channelId={channelId} />
      </div>
    </li>
  )
}
