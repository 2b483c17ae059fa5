import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { manualLabel, shopNumberOf } from '#contract/order-numbers.ts'
import type { OrderRow } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ChannelIcon } from '#web/shared/channels.tsx'
import type { ListColumn } from '#web/shared/list/table-view.tsx'
import { AssigneeName, OrderFlags, OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { FulfillOrderButton } from '#web/shared/orders/order-dialog-button.tsx'
import { OrderMenu } from '#web/shared/orders/order-menu.tsx'
import { OrderTags } from '#web/shared/orders/tag-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'

export const orderName = (order: OrderRow): string => t('order {number}', { number: shopNumberOf(order) })

/** The columns of the order table, in their order. Those that can be sorted have the ids of `orderSorts`. */
export const orderColumns: readonly ListColumn<OrderRow>[] = [
  { id: 'shop-number', header: t('Order'), cell: (order) => <NumbersCell order={order} /> },
  {
    id: 'placed',
    header: t('Placed'),
    isSortable: true,
    cell: ({ placedAt }) => (placedAt ? <RelativeTime moment={placedAt} /> : '—'),
    isDescendingFirst: true,
  },
  {
    id: 'customer',
    header: t('Customer'),
    isSortable: true,
    cell: ({ customerName }) => customerName || t('Guest Customer'),
  },
  { id: 'channel', header: t('Channel'), isSortable: true, cell: (order) => <ChannelCell order={order} /> },
  { id: 'status', header: t('Status'), isSortable: true, cell: (order) => <StatusCell order={order} /> },
  { id: 'items', header: t('Items'), align: 'end', cell: ({ itemCount }) => formatNumber(itemCount) },
  {
    id: 'total',
    header: t('Total'),
    align: 'end',
    isSortable: true,
    cell: ({ totalAmount, currency }) => formatMoney(totalAmount, currency),
  },
  {
    id: 'number',
    header: t('LS number'),
    isSortable: true,
    cell: ({ orderNumber }) => orderNumber,
    isHiddenAtFirst: true,
  },
  {
    id: 'delivered',
    header: t('Delivered'),
    cell: ({ deliveredAt }) => (deliveredAt ? <RelativeTime moment={deliveredAt} /> : '—'),
    isHiddenAtFirst: true,
  },
  {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: (order) => <ActionsCell order={order} />,
  },
]

/** The shop's number, by which the customer knows the order, and ours. */
function NumbersCell({ order }: { order: OrderRow }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      #{shopNumberOf(order)}
      <span className="font-normal whitespace-nowrap text-muted">{order.orderNumber}</span>
    </span>
  )
}

function ChannelCell({ order: { channelType, channelName } }: { order: OrderRow }) {
  return (
    <span className="flex items-center gap-1.5">
      {channelType && <ChannelIcon type={channelType} className="size-4 shrink-0 text-muted" />}
      {channelName ?? manualLabel}
    </span>
  )
}

function StatusCell({ order }: { order: OrderRow }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <OrderStatusBadge status={order.status} />
      <OrderFlags order={order} />
      <OrderTags tags={order.tags} />
      <AssigneeName assignee={order.assignee} />
    </div>
  )
}

function ActionsCell({ order }: { order: OrderRow }) {
  return (
    <span className="flex items-center justify-end gap-1">
      {order.status === 'placed' && <FulfillOrderButton size="small" order={order} />}
      <OrderMenu order={order} />
    </span>
  )
}
