import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { AlertLine } from '#web/shared/inventory-alerts.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAlerts, useInventoryFigures } from './api.ts'

type AlertsDrawerProps = {
  /** Called when the pointer or the focus enters the list, to preload the SKU's drawer. */
  onNear: () => void
  onClose: () => void
}

/** The SKUs counted by the card Low Stock. */
export function AlertsDrawer({ onNear, onClose }: AlertsDrawerProps) {
  const alerts = useAlerts()
  const { data: figures } = useInventoryFigures()
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title="Inventory Alerts">
      <div className="grid gap-3 px-4 pb-8">
        <p className="min-h-5 text-muted">
          {alerts.data &&
            figures &&
            `${formatCount(alerts.data.total, 'active SKU')} with 0 to ${formatNumber(figures.lowStockThreshold)} available, fewest first.`}
        </p>
        <div className="overflow-hidden rounded-lg border" onPointerEnter={onNear} onFocus={onNear}>
          <PagedList
            what="The inventory alerts"
            query={alerts}
            empty={
              <EmptyState icon={<CircleCheckBig />}>
                No inventory alerts at this time. All products are adequately stocked.
              </EmptyState>
            }
          >
            {(rows) => (
              <ol aria-label="Inventory alerts" className="divide-y">
                {rows.map((alert) => (
                  <AlertLine key={alert.sku.id} alert={alert} />
                ))}
              </ol>
            )}
          </PagedList>
        </div>
      </div>
    </Drawer>
  )
}
