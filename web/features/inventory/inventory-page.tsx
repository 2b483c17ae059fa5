import Boxes from 'lucide-react/icons/boxes'
import SearchX from 'lucide-react/icons/search-x'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { inventoryApi, type InventoryRow, inventorySorts } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { RunningSyncs } from '#web/shared/amazon/sync-progress.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { alertsLink, alertsParam, allAlerts } from '#web/shared/inventory-alerts.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { type ListSettings, ListSettingsBar, useListSettings } from '#web/shared/list/list-settings.tsx'
import { ListTable } from '#web/shared/list/list-table.tsx'
import type { ListColumn } from '#web/shared/list/table-view.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { useUrlDetail, useUrlSort } from '#web/shared/url-state.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cardWideLink, FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import { useInventory, useInventoryFigures } from './api.ts'
import { inventoryCardColumns, inventoryColumns, skuName } from './inventory-columns.tsx'
import { type InventoryFilter, InventoryFilters, useInventoryFilter } from './inventory-filters.tsx'

/** Parts that are not in the first load of the list; the safety buffer's form needs the form library. */
const StockDrawer = lazyPart(async () => (await import('./stock-drawer.tsx')).StockDrawer, { overlay: 'drawer' })
const AlertsDrawer = lazyPart(async () => (await import('./alerts-drawer.tsx')).AlertsDrawer, { overlay: 'drawer' })

export function InventoryPage() {
  const filter = useInventoryFilter()
  const { id, open, close } = useUrlDetail('sku')
  const settings = useListSettings('inventory', inventoryColumns, 'table')
  const alerts = useUrlDetail(alertsParam)
  const { term: search, status, description } = filter

  return (
    <div data-full-width={settings.isTable || undefined} className="grid gap-6">
      <PageHeader
        title={t('Stock Management')}
        subtitle={t('What you can sell, by SKU')}
        actions={
          <>
            <ExportMenu
              endpoint={inventoryApi.export}
              what={description ? t('SKUs matching {description}', { description }) : t('All active SKUs')}
              inputFor={(format) => ({ search, status, format })}
            />
            <SyncInventory />
          </>
        }
      />
      <RunningSyncs kinds={['inventory']} />
      <InventoryCards onLowStock={() => alerts.open(allAlerts)} />
      <InventoryList filter={filter} settings={settings} openId={id} onOpen={open} />
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
    return (
      <LoadError what={t('The stock figures')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  return (
    <FigureCards>
      <FigureCard label={t('Total SKUs')} figure={data?.totalSkus} hint={t('Active')} />
      <FigureCard
        label={<LowStock onOpen={onLowStock} />}
        figure={data?.lowStock}
        hint={lowStockHint(data?.lowStockThreshold)}
      />
      <FigureCard label={t('Out of Stock')} figure={data?.outOfStock} hint={t('None available')} />
      <FigureCard label={t('Total Units')} figure={data?.totalUnits} hint={t('Available')} />
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
      {t('Low Stock')}
    </Link>
  )
}

function lowStockHint(threshold: number | undefined): string {
  return threshold === undefined ? t('Few or none available') : t('0 to {threshold} available', { threshold })
}

type InventoryListProps = {
  filter: InventoryFilter
  settings: ListSettings<ListColumn<InventoryRow>>
  openId: string | null
  onOpen: (skuId: string) => void
}

function InventoryList({ filter, settings, openId, onOpen }: InventoryListProps) {
  const { term, status } = filter
  const { sort, setSort } = useUrlSort(inventorySorts)
  const inventory = useInventory({ search: term, status, sort: settings.isTable ? sort : undefined })

  return (
    <section aria-label={t('Stock by SKU')} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <InventoryFilters filter={filter} />
        <ListSettingsBar settings={settings} />
      </div>
      <div className="min-h-64 min-w-0" onPointerEnter={StockDrawer.preload} onFocus={StockDrawer.preload}>
        <PagedList what={t('The stock')} query={inventory} isBare empty={<NoSkus filter={filter.description} />}>
          {(rows) =>
            settings.isTable ? (
              <ListTable
                caption={t('Stock by SKU')}
                columns={settings.shownColumns}
                rows={rows}
                rowName={skuName}
                density={settings.density}
                sort={sort ?? bySku}
                onSort={(next) => setSort(next === bySku ? undefined : next)}
                openId={openId}
                onOpen={onOpen}
              />
            ) : (
              <div className="mb-4">
                <Table
                  caption={t('Stock by SKU')}
                  columns={inventoryCardColumns}
                  rows={rows}
                  isCards
                  rowKey={({ id }) => id}
                />
              </div>
            )
          }
        </PagedList>
      </div>
    </section>
  )
}

/** The list's own order. */
const bySku = 'sku'

/** `filter` describes the active filters; empty if there are none. */
function NoSkus({ filter }: { filter: string }) {
  const { role } = useCurrentUser()
  if (filter) {
    return (
      <EmptyState icon={<SearchX />}>
        {t('No SKU matches {filter}. Clear Filters to see every SKU.', { filter })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Boxes />} action={allows(productsApi.createSku.access, role) && <FirstSteps />}>
      {t('No SKUs yet. Every active SKU appears here with its stock.')}
    </EmptyState>
  )
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link href="/products" className={buttonVariants()}>
        {t('Add a product')}
      </Link>
      <Link href="/bulk-upload" className={buttonVariants()}>
        {t('Upload a spreadsheet')}
      </Link>
    </div>
  )
}
