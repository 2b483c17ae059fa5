import Boxes from 'lucide-react/icons/boxes'
import SearchX from 'lucide-react/icons/search-x'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { inventoryApi } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import { allows } from '#contract/roles.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { RunningSyncs } from '#web/shared/amazon/sync-progress.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { alertsLink, alertsParam, allAlerts } from '#web/shared/inventory-alerts.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cardWideLink, FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import { useInventory, useInventoryFigures } from './api.ts'
import { inventoryColumns } from './inventory-columns.tsx'
import { type InventoryFilter, InventoryFilters, useInventoryFilter } from './inventory-filters.tsx'

/** Parts that are not in the first load of the list; the safety buffer's form needs the form library. */
const StockDrawer = lazyPart(async () => (await import('./stock-drawer.tsx')).StockDrawer)
const AlertsDrawer = lazyPart(async () => (await import('./alerts-drawer.tsx')).AlertsDrawer)

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
              endpoint={inventoryApi.export}
              what={description ? `SKUs that match ${description}` : 'All active SKUs'}
              inputFor={(format) => ({ search, status, format })}
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

function InventoryList({ filter }: { filter: InventoryFilter }) {
  const { term, status } = filter
  const inventory = useInventory({ search: term, status })

  return (
    <Card aria-label="Stock by SKU">
      <InventoryFilters filter={filter} />
      <div className="min-h-64" onPointerEnter={StockDrawer.preload} onFocus={StockDrawer.preload}>
        <PagedList what="The stock" query={inventory} empty={<NoSkus filter={filter.description} />}>
          {(rows) => (
            <Table caption="Stock by SKU" columns={inventoryColumns} rows={rows} isWide rowKey={({ id }) => id} />
          )}
        </PagedList>
      </div>
    </Card>
  )
}

/** `filter` describes the active filters; empty if there are none. */
function NoSkus({ filter }: { filter: string }) {
  const { role } = useCurrentUser()
  if (filter) {
    return <EmptyState icon={<SearchX />}>No SKU matches {filter}. Clear Filters shows every SKU again.</EmptyState>
  }
  return (
    <EmptyState icon={<Boxes />} action={allows(productsApi.createSku.access, role) && <FirstSteps />}>
      No SKUs yet. Every active SKU appears here with its stock.
    </EmptyState>
  )
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link href="/products" className={buttonVariants()}>
        Add a product
      </Link>
      <Link href="/bulk-upload" className={buttonVariants()}>
        Upload a spreadsheet
      </Link>
    </div>
  )
}
