import type { RecentOrder } from '#contract/dashboard.ts'
import { formatMoney } from '#contract/money.ts'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { OrderFlags } from '#web/shared/orders/order-flags.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { RecentOrderActions } from './recent-order-actions.tsx'
import { RecentOrderStatus } from './recent-order-status.tsx'

type OrderProps = { order: RecentOrder }

/** Names and addresses of any length keep to one line; a phone has room for all of them. */
const oneLine =
  'block max-w-32 truncate as-cards:max-w-none as-cards:overflow-visible as-cards:whitespace-normal as-cards:wrap-anywhere'

export const recentOrderColumns: readonly TableColumn<RecentOrder>[] = [
  { header: 'Order ID', cell: (order) => <OrderId order={order} /> },
  { header: 'Channel', cell: (order) => <Channel order={order} /> },
  { header: 'Customer', cell: (order) => <Customer order={order} /> },
  { header: 'Total', align: 'end', cell: (order) => <Total order={order} /> },
  { header: 'Status', cell: (order) => <Status order={order} /> },
  { header: 'Actions', cell: (order) => <RecentOrderActions order={order} /> },
]

function OrderId({ order: { orderNumber, placedAt } }: OrderProps) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{orderNumber}</p>
      <p className="text-xs font-normal text-muted">
        <RelativeTime moment={placedAt} />
      </p>
    </div>
  )
}

function Channel({ order: { channel } }: OrderProps) {
  if (!channel) return <span className="text-muted">No channel</span>
  return (
    <span className="inline-flex items-start gap-1.5">
      <ChannelIcon type={channel.type} className="mt-0.5 size-4 shrink-0 text-muted" />
      <span title={channel.name} className={oneLine}>
        {channel.name}
      </span>
    </span>
  )
}

function Customer({ order: { customer } }: OrderProps) {
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <p title={name} className={oneLine}>
        {name || 'Guest Customer'}
      </p>
      {customer?.email && (
        <p title={customer.email} className={`text-xs text-muted ${oneLine}`}>
          {customer.email}
        </p>
      )}
    </div>
  )
}

function Total({ order: { total, currency } }: OrderProps) {
  return <span className="whitespace-nowrap">{formatMoney(total, currency)}</span>
}

function Status({ order }: OrderProps) {
  return (
    <span className="flex flex-wrap gap-1 as-cards:justify-end">
      <RecentOrderStatus status={order.status} />
      <OrderFlags order={order} />
    </span>
  )
}
