import type { AttentionRow } from '#contract/attention.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { OrderLink } from '../order-link.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { attentionLabels, actorLabels } from './attention-words.ts'
import { Remedies } from './remedies.tsx'
import { RemedyOnOrder } from './remedy-on-order.tsx'

export function AttentionItem({ row }: { row: AttentionRow }) {
  const { code, reason, remedy, whoActs, raisedAt } = row
  return (
    <li className="grid gap-2 px-4 py-3 @3xl:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warning">{attentionLabels[code]}</Badge>
          <Concern row={row} />
        </div>
        <span className="text-sm text-muted">
          {actorLabels[whoActs]}, raised <RelativeTime moment={raisedAt} />
        </span>
      </div>
      <div className="grid gap-2 @3xl:flex @3xl:items-end @3xl:justify-between @3xl:gap-6">
        <div className="max-w-prose min-w-0">
          <p className="wrap-anywhere">{reason}</p>
          <p className="text-sm text-muted">{remedy}</p>
        </div>
        <Remedies row={row}>
          <RemedyOnOrder row={row} />
        </Remedies>
      </div>
    </li>
  )
}

/** The order, or the delivery that did not become one, and where it comes from. */
function Concern({ row: { orderId, orderNumber, externalOrderId, channelName } }: { row: AttentionRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {orderId && orderNumber ? (
        <span className="flex items-center gap-1 font-medium">
          Order
          <OrderLink
            orderId={orderId}
            className="inline-flex min-h-10 items-center font-mono wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
          >
            {orderNumber}
          </OrderLink>
          <CopyButton text={orderNumber} label={`Copy order number ${orderNumber}`} className="-my-2" />
        </span>
      ) : (
        <span className="font-medium wrap-anywhere">{externalOrderId ? `Order ${externalOrderId}` : 'A delivery'}</span>
      )}
      {channelName && (
        <span className="wrap-anywhere text-muted">
          {orderNumber && externalOrderId ? `${externalOrderId} at ${channelName}` : `from ${channelName}`}
        </span>
      )}
    </span>
  )
}
