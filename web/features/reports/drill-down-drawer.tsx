import ReceiptText from 'lucide-react/icons/receipt-text'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { manualLabel, shopOrderText } from '#contract/order-numbers.ts'
import type { Report, ReportOrder } from '#contract/reports.ts'
import { OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useReportOrders } from './api.ts'
import type { DrillDown } from './drill-down.ts'
import { ExcludedCurrencies } from './other-currencies.tsx'
import { formatDays } from './report-days.ts'

type DrillDownDrawerProps = { drillDown: DrillDown; report: Report | undefined; onClose: () => void }

export function DrillDownDrawer({ drillDown: { title, filter }, report, onClose }: DrillDownDrawerProps) {
  const orders = useReportOrders(filter)
  return (
    <Drawer open onOpenChange={onClose} side="right" size="wide" title={title}>
      <div className="grid gap-3 px-4 pb-8">
        <p className="min-h-5 text-muted">
          {orders.data
            ? t('{count, plural, one {# order} other {# orders}} placed {days}, newest first.', {
                count: orders.data.total,
                days: formatDays(filter),
              })
            : t('Placed {days}, newest first.', { days: formatDays(filter) })}{' '}
          {filter.skuId && (
            <Link href={`/inventory?sku=${filter.skuId}`} className="text-accent underline underline-offset-2">
              {t('View stock')}
            </Link>
          )}
        </p>
        {report && filter.group !== 'cancelled' && <ExcludedCurrencies report={report} />}
        <div className="overflow-hidden rounded-lg border">
          <PagedList
            what={t('The orders')}
            query={orders}
            empty={<EmptyState icon={<ReceiptText />}>{t('No orders for this figure in this period')}</EmptyState>}
          >
            {(rows) => (
              <ol aria-label={title} className="divide-y">
                {rows.map((order) => (
                  <OrderItem key={order.id} order={order} isOfSku={filter.skuId !== undefined} />
                ))}
              </ol>
            )}
          </PagedList>
        </div>
      </div>
    </Drawer>
  )
}

type OrderItemProps = { order: ReportOrder; isOfSku: boolean }

function OrderItem({ order, isOfSku }: OrderItemProps) {
  const { id, orderNumber, placedAt, customerName, status, total, currency, units } = order
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
          {customerName ?? t('Guest Customer')},{' '}
          {shopOrderText({ ...order, channelName: order.channelName ?? manualLabel })},{' '}
          <RelativeTime moment={placedAt} />
        </p>
      </div>
      <div className="grid justify-items-end gap-1 text-right">
        <p className="font-semibold">{formatMoney(total, currency)}</p>
        <p className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm text-muted">
          {isOfSku
            ? t('{units, plural, one {# unit} other {# units}} of this SKU', { units })
            : t('{units, plural, one {# unit} other {# units}}', { units })}
          <OrderStatusBadge status={status} />
        </p>
      </div>
    </li>
  )
}
