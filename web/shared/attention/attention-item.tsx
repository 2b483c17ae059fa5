import type { AttentionRow } from '#contract/attention.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyableCode } from '../copyable-code.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { attentionLabels } from './attention-words.ts'
import { Remedies } from './remedies.tsx'

export function AttentionItem({ row }: { row: AttentionRow }) {
  const { code, reason, remedy, raisedAt } = row
  return (
    <li className="grid gap-2 px-4 py-3 @3xl:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warning">{attentionLabels[code]}</Badge>
          <Concern row={row} />
        </div>
        <span className="text-sm text-muted">
          <RelativeTime moment={raisedAt} />
        </span>
      </div>
      <div className="grid gap-2 @3xl:flex @3xl:items-end @3xl:justify-between @3xl:gap-6">
        <div className="max-w-prose min-w-0">
          <p className="wrap-anywhere">{reason}</p>
          <p className="text-sm text-muted">{remedy}</p>
        </div>
        <Remedies row={row} />
      </div>
    </li>
  )
}

/** The order, or the delivery that did not become one, and where it comes from. */
function Concern({ row: { orderNumber, externalOrderId, channelName } }: { row: AttentionRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {orderNumber ? (
        <span className="flex items-center gap-1 font-medium">
          Order <CopyableCode label="order number" code={orderNumber} />
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
