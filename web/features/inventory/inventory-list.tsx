import { PagedList } from '#web/shared/paged-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import { useInventory } from './api.ts'
import { inventoryColumns } from './inventory-columns.tsx'
import { InventoryFilters } from './inventory-filters.tsx'
import { StockDrawer } from './later-parts.ts'
import { NoSkus } from './no-skus.tsx'
import type { InventoryFilter } from './use-inventory-filter.ts'

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
