import { Suspense } from 'react'
import { Link } from 'wouter'
import { inventoryApi } from '#contract/inventory.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { alertsLink, alertsParam, allAlerts } from '#web/shared/inventory-alerts.tsx'
import { RunningSyncs } from '#web/shared/amazon/sync-progress.tsx'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { cardWideLink, FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useInventoryFigures } from './api.ts'
import { useInventoryFilter } from './inventory-filters.tsx'
import { InventoryList } from './inventory-list.tsx'
import { AlertsDrawer, StockDrawer } from './lazy.ts'

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

function InventoryCards({ onLowStock }: { onLowStock: () => void }) {
  const { data, error, isFetching, refetch } = useInventoryFigures()
  if (error && !data) {
    return <LoadError what="The stock figures" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <FigureCards>
      <FigureCard label="Total SKUs" figure={data?.totalSkus} hint="Active" />
      <FigureCard
        label={<LowStock onOpen={onLowStock} />}
        figure={data?.lowStock}
        hint={lowStockHint(data?.lowStockThreshold)}
      />
      <FigureCard label="Out of Stock" figure={data?.outOfStock} hint="None available" />
      <FigureCard label="Total Units" figure={data?.totalUnits} hint="Available" />
    </FigureCards>
  )
}

function LowStock({ onOpen }: { onOpen: () => void }) {
  return (
    <Link
      href={alertsLink}
      className={cardWideLink}
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      Low Stock
    </Link>
  )
}

function lowStockHint(threshold: number | undefined): string {
  return threshold === undefined ? 'Few or none available' : `0 to ${formatNumber(threshold)} available`
}
