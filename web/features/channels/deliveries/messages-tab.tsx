import Hourglass from 'lucide-react/icons/hourglass'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { channelDeliveriesApi, type SentMessage } from '#contract/channel-deliveries.ts'
import { type DeliveryStatus, type OutgoingEvent, outgoingEvents } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { useResendMessage } from '#web/shared/attention/api.ts'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { rich } from '#web/shared/rich.tsx'
import { RelativeTime, useNow } from '#web/shared/relative-time.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ChannelTabProps } from '../channel-tab.ts'
import { useSentMessages } from './api.ts'

/** Messages that Lockstep sent to the channel, with their delivery status. */
export function MessagesTab({ channel }: Pick<ChannelTabProps, 'channel'>) {
  const messages = useSentMessages(channel.id)
  return (
    <PagedList
      what={t('The messages')}
      query={messages}
      empty={
        <EmptyState icon={<Send />}>
          {t('Nothing sent to {name} yet. Updates about its orders, such as tracking numbers, appear here.', {
            name: channel.name,
          })}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label={t('Messages')} className="divide-y">
          {rows.map((message) => (
            <MessageItem key={message.id} message={message} channelId={channel.id} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type MessageItemProps = { message: SentMessage; channelId: string }

function MessageItem({ message, channelId }: MessageItemProps) {
  const { eventType, orderNumber, url, status, attempts, error, createdAt, nextAttemptAt, deliveredAt } = message
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <DeliveryStatusBadge status={status} />
          <span className="font-medium">{eventLabel(eventType)}</span>
          {orderNumber && <CopyableCode label={t('order number')} code={orderNumber} />}
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
              <>. {rich(t('Delivered {when}.'), { when: <RelativeTime moment={deliveredAt} /> })}</>
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

const minute = 60_000

function NextAttempt({ at }: { at: string }) {
  const isSoon = Date.parse(at) - useNow() < minute
  if (isSoon) return <>{t('Next attempt within a minute.')}</>
  return rich(t('Next attempt {when}.'), { when: <RelativeTime moment={at} /> })
}

/** Offered after a failed attempt, also while further attempts are scheduled. */
function ResendMessage({ message, channelId }: { message: SentMessage; channelId: string }) {
  const resend = useResendMessage()
  const { id, status, attempts } = message
  if (status === 'delivered' || attempts === 0) return null
  return (
    <PermittedButton
      access={channelDeliveriesApi.resend.access}
      task={t('resend messages')}
      size="small"
      aria-label={t('Resend {message}', { message: messageName(message) })}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ channelId, messageId: id })}
    >
      <Send aria-hidden />
      {t('Resend')}
    </PermittedButton>
  )
}

const statusStyles: Record<DeliveryStatus, { tone: Tone; icon?: ReactNode; label: string }> = {
  pending: { tone: 'info', icon: <Hourglass aria-hidden />, label: t('Waiting') },
  delivered: { tone: 'success', label: t('Delivered') },
  failed: { tone: 'danger', label: t('Failed') },
}

function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  const { label, ...style } = statusStyles[status]
  return <Badge {...style}>{label}</Badge>
}

const eventLabels: Record<OutgoingEvent, string> = {
  'order.acknowledged': t('Order acknowledged'),
  'order.sent_to_fulfillment': t('Order sent to fulfillment'),
  'order.shipped': t('Order shipped'),
  'order.delivered': t('Order delivered'),
  'order.cancelled': t('Order cancelled'),
  'inventory.updated': t('Inventory updated'),
  ping: t('Test'),
}

function eventLabel(eventType: string): string {
  const knownEvent = outgoingEvents.find((event) => event === eventType)
  return knownEvent ? eventLabels[knownEvent] : eventType
}

/** For accessible names of buttons, for example "Order shipped of order LS-10012". */
const messageName = ({ eventType, orderNumber }: SentMessage): string =>
  orderNumber
    ? t('{event} for order {order}', { event: eventLabel(eventType), order: orderNumber })
    : eventLabel(eventType)

/** For example "3 attempts, answered 503". */
function attemptsText({ attempts, responseStatus }: SentMessage): string {
  if (attempts === 0) return t('Not tried yet')
  if (responseStatus === null)
    return t('{attempts, plural, one {# attempt} other {# attempts}}, no response', { attempts })
  return t('{attempts, plural, one {# attempt} other {# attempts}}, response {status}', {
    attempts,
    status: String(responseStatus),
  })
}
