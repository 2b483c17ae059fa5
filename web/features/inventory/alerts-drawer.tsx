import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { t } from '#contract/i18n.ts'
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
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={t('Inventory Alerts')}>
      <div className="grid gap-3 px-4 pb-8">
        <p className="min-h-5 text-muted">
          {alerts.data &&
            figures &&
            t(
              '{total, plural, one {# active SKU} other {# active SKUs}} with 0 to {threshold} available, fewest first.',
              { total: alerts.data.total, threshold: figures.lowStockThreshold },
            )}
        </p>
        <div className="overflow-hidden rounded-lg border" onPointerEnter={onNear} onFocus={onNear}>
          <PagedList
            what={t('The inventory alerts')}
            query={alerts}
            empty={
              <EmptyState icon={<CircleCheckBig />}>
                {t('No inventory alerts at this time. All products are adequately stocked.')}
              </EmptyState>
            }
          >
            {(rows) => (
              <ol aria-label={t('Inventory alerts')} className="divide-y">
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
