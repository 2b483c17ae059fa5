import { Suspense } from 'react'
import { inventoryApi } from '#contract/inventory.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { alertsParam, allAlerts } from '#web/shared/inventory-alerts/alerts-place.ts'
import { RunningSyncs } from '#web/shared/running-syncs.tsx'
import { SyncInventory } from '#web/shared/sync-inventory.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { InventoryCards } from './inventory-cards.tsx'
import { InventoryList } from './inventory-list.tsx'
import { AlertsDrawer, StockDrawer } from './later-parts.ts'
import { useInventoryFilter } from './use-inventory-filter.ts'

export function InventoryPage() {
  const filter = useInventoryFilter()
  const { id, close } = useUrlDetail('sku')
  const alerts = useUrlDetail(alertsParam)
  const { term: search, status, description } = filter

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Stock Management"
        subtitle="What is there to sell, SKU by SKU, and why"
        actions={
          <>
            <ExportMenu
              access={inventoryApi.export.access}
              what={description ? `SKUs that match ${description}` : 'All active SKUs'}
              hrefFor={(format) => pathWithQuery(inventoryApi.export, { search, status, format })}
            />
            <SyncInventory />
          </>
        }
      />
      <RunningSyncs kinds={['inventory']} />
      <InventoryCards onLowStock={() => alerts.open(allAlerts)} />
      <InventoryList filter={filter} />
      <Suspense>
        {alerts.id && !id && <AlertsDrawer onNear={StockDrawer.preload} onClose={alerts.close} />}
        {id && <StockDrawer key={id} skuId={id} onClose={close} />}
      </Suspense>
    </div>
  )
}
