import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Link } from 'wouter'
import type { RecentOrder } from '#contract/dashboard.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { manualLabel, shopNumberOf, writtenShopNumber } from '#contract/order-numbers.ts'
import { type OrderStatus, orderStatusText } from '#contract/order-status.ts'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { OrderFlags, statusBadges } from '#web/shared/orders/order-badges.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useRecentOrders } from './api.ts'

export function RecentOrdersCard() {
  const query = useRecentOrders()
  return (
    <Card aria-labelledby="recent-orders-heading">
      <CardHeader
        id="recent-orders-heading"
        title={t('Recent Orders')}
        description={t('Latest orders from all channels')}
        actions={
          <Link href="/orders" aria-label={t('View all orders')} className={buttonVariants({ size: 'small' })}>
            {t('View all')}
          </Link>
        }
      />
      <QueryContent what={t('The recent orders')} query={query} isInCard>
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState icon={<ShoppingCart />}>
              {t('No recent orders found. Orders will appear here when they are received from your channels.')}
            </EmptyState>
          ) : (
            <Table
              caption={t('Recent orders')}
              columns={recentOrderColumns}
              rows={orders}
              rowKey={({ id }) => id}
              isTight
            />
          )
        }
      </QueryContent>
    </Card>
  )
}

type OrderProps = { order: RecentOrder }

/** Truncates long names and addresses to one line in the table; as cards on a phone they wrap. */
const oneLine =
  'block max-w-32 truncate as-cards:max-w-none as-cards:overflow-visible as-cards:whitespace-normal as-cards:wrap-anywhere'

const recentOrderColumns: readonly TableColumn<RecentOrder>[] = [
  { header: t('Order ID'), cell: (order) => <OrderId order={order} /> },
  { header: t('Channel'), cell: (order) => <Channel order={order} /> },
  { header: t('Customer'), cell: (order) => <Customer order={order} /> },
  { header: t('Total'), align: 'end', cell: (order) => <Total order={order} /> },
  { header: t('Status'), cell: (order) => <Status order={order} /> },
  { header: t('Actions'), cell: (order) => <RecentOrderActions order={order} /> },
]

function OrderId({ order }: OrderProps) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{order.orderNumber}</p>
      {writtenShopNumber(order) !== order.orderNumber && (
        <p className="text-xs font-normal wrap-anywhere text-muted">#{shopNumberOf(order)}</p>
      )}
      <p className="text-xs font-normal text-muted">
        <RelativeTime moment={order.placedAt} />
      </p>
    </div>
  )
}

function Channel({ order: { channel } }: OrderProps) {
  if (!channel) return <span className="text-muted">{manualLabel}</span>
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
        {name || t('Guest Customer')}
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

/** In the colors of the list of orders; here the states between are neutral. */
function RecentOrderStatus({ status }: { status: OrderStatus }) {
  const badge = statusBadges[status]
  return (
    <Badge {...badge} tone={status === 'sent_to_fulfillment' ? 'neutral' : badge.tone}>
      <span className="first-letter:uppercase">{orderStatusText[status]}</span>
    </Badge>
  )
}

const linkStyles = buttonVariants({ size: 'small' })

function RecentOrderActions({ order }: { order: RecentOrder }) {
  const { id, orderNumber } = order
  return (
    <div className="flex flex-wrap gap-1.5 as-cards:justify-end">
      <OrderLink
        orderId={id}
        aria-label={t('View Details for order {orderNumber}', { orderNumber })}
        className={linkStyles}
      >
        {t('View Details')}
      </OrderLink>
      <StatusAction order={order} />
    </div>
  )
}

function StatusAction({ order }: { order: RecentOrder }) {
  const { id, orderNumber, status, wasSent } = order
  switch (status) {
    case 'placed':
      return (
        <OrderDialogButton
          order={order}
          // An order that was never sent is chosen with its preview, speed and price.
          dialog={wasSent ? 'resend' : 'fulfill'}
          size="small"
          aria-label={t('Resend to MCF: order {orderNumber}', { orderNumber })}
        >
          {t('Resend to MCF')}
        </OrderDialogButton>
      )
    case 'shipped':
      return (
        <OrderLink
          orderId={id}
          section="packages"
          aria-label={t('Track Shipment for order {orderNumber}', { orderNumber })}
          className={linkStyles}
        >
          {t('Track Shipment')}
        </OrderLink>
      )
    case 'delivered':
      return (
        <OrderDialogButton
          order={order}
          dialog="requestReview"
          size="small"
          aria-label={t('Request Review for order {orderNumber}', { orderNumber })}
        >
          {t('Request Review')}
        </OrderDialogButton>
      )
    case 'acknowledged':
    case 'sent_to_fulfillment':
    case 'cancelled':
      return null
  }
}
