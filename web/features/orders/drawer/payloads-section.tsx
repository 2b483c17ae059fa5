import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type OrderDetail, ordersApi, type Payload } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { formatPayload } from '#web/shared/format-payload.ts'
import { usePayloads } from '#web/shared/orders/api.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Spinner } from '#web/ui/loading.tsx'

/** Raw payloads of the channel; loaded when unfolded, hidden from roles that may not read them. */
export function PayloadsSection({ order: { id, payloadCount } }: { order: OrderDetail }) {
  const { role } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  if (payloadCount === 0 || !allows(ordersApi.payloads.access, role)) return null
  return (
    <DrawerSection title={t('Raw payload')}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-10 content-center text-muted md:min-h-6">
          {t('{payloadCount, plural, one {# message} other {# messages}} from the channel, as received', {
            payloadCount,
          })}
        </summary>
        {isOpen && <PayloadList orderId={id} />}
      </details>
    </DrawerSection>
  )
}

function PayloadList({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = usePayloads(orderId)
  if (error) {
    return <LoadError what={t('The payloads')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner />
  return (
    <ul aria-label={t('Payloads')} className="mt-2 grid gap-4">
      {data.map((payload) => (
        <PayloadItem key={payload.id} payload={payload} />
      ))}
    </ul>
  )
}

function PayloadItem({ payload: { eventType, receivedAt, text } }: { payload: Payload }) {
  const name = eventType ?? t('Message')
  return (
    <li className="min-w-0 overflow-hidden rounded-lg border">
      <div className="flex items-center justify-between gap-2 border-b bg-sunken pl-3 text-sm">
        <span className="min-w-0 py-1.5 wrap-anywhere">
          <span className="font-mono">{name}</span>{' '}
          <span className="text-muted">
            <RelativeTime moment={receivedAt} />
          </span>
        </span>
        <CopyButton text={text} label={t('Copy {name}', { name })} />
      </div>
      <pre className="p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{formatPayload(text)}</pre>
    </li>
  )
}
