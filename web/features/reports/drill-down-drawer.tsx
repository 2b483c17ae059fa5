import ReceiptText from 'lucide-react/icons/receipt-text'
import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'wouter'
import { formatMoney } from '#contract/money.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import { unknownChannel } from '#contract/report-values.ts'
import type { Report, ReportOrder } from '#contract/reports.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
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
          {orders.data && `${formatCount(orders.data.total, 'order')}, `}
          placed {formatDays(filter)}, newest first.{' '}
          {filter.skuId && (
            <Link href={`/inventory?sku=${filter.skuId}`} className="text-accent underline-offset-2 hover:underline">
              See its stock
            </Link>
          )}
        </p>
        {report && filter.group !== 'cancelled' && <ExcludedCurrencies report={report} />}
        <div className="overflow-hidden rounded-lg border">
          <PagedList
            what="The orders"
            query={orders}
            empty={<EmptyState icon={<ReceiptText />}>No order of these days makes this figure</EmptyState>}
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
          {customerName ?? 'Guest Customer'},{' '}
          {shopOrderText({ ...order, channelName: order.channelName ?? unknownChannel })},{' '}
          <RelativeTime moment={placedAt} />
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

export const drillDownParam = 'behind'

type DrillDownLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { drillDownKey: string }

/** Opens the drawer with the orders behind a figure or a row. A real link, so that it can be opened in a new tab. */
export function DrillDownLink({ drillDownKey, ...link }: DrillDownLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail(drillDownParam)
  const query = new URLSearchParams(params)
  query.set(drillDownParam, drillDownKey)
  return (
    <Link
      {...link}
      href={`/reports?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(drillDownKey)
      }}
    />
  )
}
