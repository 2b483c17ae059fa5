import { formatMoney } from '#contract/money.ts'
import { unknownChannel } from '#contract/report-values.ts'
import type { ReportOrder } from '#contract/reports.ts'
import { formatCount } from '#web/lib/figures.ts'
import { OrderLink } from '#web/shared/order-link.tsx'
import { OrderStatusBadge } from '#web/shared/orders/order-status-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'

type OrderItemProps = { order: ReportOrder; isOfSku: boolean }

export function OrderItem({ order, isOfSku }: OrderItemProps) {
  const { id, orderNumber, placedAt, customerName, channelName, status, total, currency, units } = order
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-2">
      <div className="min-w-0">
        <OrderLink
          orderId={id}
          className="inline-flex min-h-10 items-center font-mono wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
        >
          {orderNumber}
        </OrderLink>
        <p className="text-sm wrap-anywhere text-muted">
          {customerName ?? 'Guest Customer'}, {channelName ?? unknownChannel}, <RelativeTime moment={placedAt} />
        </p>
      </div>
      <div className="grid justify-items-end gap-1 text-right">
        <p className="font-semibold">{formatMoney(total, currency)}</p>
        <p className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm text-muted">
          {formatCount(units, 'unit')}
          {isOfSku && ' of this SKU'}
          <OrderStatusBadge status={status} />
        </p>
      </div>
    </li>
  )
}
