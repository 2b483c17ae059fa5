import ReceiptText from 'lucide-react/icons/receipt-text'
import { Link } from 'wouter'
import type { Report } from '#contract/reports.ts'
import { formatCount } from '#web/lib/figures.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useReportOrders } from '../api.ts'
import { ExcludedCurrencies } from '../other-currencies.tsx'
import { formatDays } from '../report-days.ts'
import { OrderItem } from './order-item.tsx'
import type { DrillDown } from './orders-behind.ts'

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
