import ReceiptText from 'lucide-react/icons/receipt-text'
import { Link } from 'wouter'
import type { Report } from '#contract/reports.ts'
import { counted } from '#web/lib/figures.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useReportOrders } from '../api.ts'
import { NotInSums } from '../other-currencies.tsx'
import { daysInFull } from '../report-days.ts'
import { OrderItem } from './order-item.tsx'
import type { OrdersBehind } from './orders-behind.ts'

type OrdersDrawerProps = { behind: OrdersBehind; report: Report | undefined; onClose: () => void }

export function OrdersDrawer({ behind: { title, filter }, report, onClose }: OrdersDrawerProps) {
  const orders = useReportOrders(filter)
  return (
    <Drawer open onOpenChange={onClose} side="right" size="wide" title={title}>
      <div className="grid gap-3 px-4 pb-8">
        <p className="min-h-5 text-muted">
          {orders.data && `${counted(orders.data.total, 'order')}, `}
          placed {daysInFull(filter)}, newest first.{' '}
          {filter.skuId && (
            <Link href={`/inventory?sku=${filter.skuId}`} className="text-accent underline-offset-2 hover:underline">
              See its stock
            </Link>
          )}
        </p>
        {report && filter.group !== 'cancelled' && <NotInSums report={report} />}
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
