import History from 'lucide-react/icons/history'
import type { StockMovement } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useStockMovements } from './api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { stockSourceLabels } from './stock-sources.ts'

export function RecentMovements({ skuId }: { skuId: string }) {
  const movements = useStockMovements(skuId)
  return (
    <DrawerSection
      title="Recent movements"
      description="Every count that changed something. Units held for orders are not taken off."
    >
      <div className="overflow-hidden rounded-lg border">
        <PagedList
          what="The movements"
          query={movements}
          empty={
            <EmptyState icon={<History />}>
              No movements yet. Each count that changes something appears here.
            </EmptyState>
          }
        >
          {(rows) => (
            <ol aria-label="Recent movements" className="divide-y">
              {rows.map((movement) => (
                <Movement key={movement.id} movement={movement} />
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </DrawerSection>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { source, capturedAt, change, qtyAvailable, qtyReserved, qtyInbound } = movement
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2">
      <div className="min-w-0">
        <p>
          {stockSourceLabels[source]}, <RelativeTime moment={capturedAt} />
        </p>
        <p className="text-sm text-muted">
          {formatNumber(qtyReserved)} reserved, {formatNumber(qtyInbound)} inbound
        </p>
      </div>
      <p className="text-right">
        <span className="text-sm whitespace-nowrap text-muted">{changeText(change)}</span>{' '}
        <span className="ml-2 inline-block min-w-10 text-lg font-semibold">{formatNumber(qtyAvailable)}</span>
      </p>
    </li>
  )
}

function changeText(change: number | null): string {
  if (change === null) return 'First count'
  if (change === 0) return '±0'
  return change > 0 ? `+${formatNumber(change)}` : `−${formatNumber(-change)}`
}
