import Boxes from 'lucide-react/icons/boxes'
import SearchX from 'lucide-react/icons/search-x'
import { Link } from 'wouter'
import { productsApi } from '#contract/products.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { useInventory } from './api.ts'
import { inventoryColumns } from './inventory-columns.tsx'
import { type InventoryFilter, InventoryFilters } from './inventory-filters.tsx'
import { StockDrawer } from './lazy.ts'

export function InventoryList({ filter }: { filter: InventoryFilter }) {
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
