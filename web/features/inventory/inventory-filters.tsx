import { type StockStatus, stockStatuses, stockStatusLabels } from '#contract/stock-status.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import type { InventoryFilter } from './use-inventory-filter.ts'

const everyStatus = 'all'

const statusOptions: readonly { value: StockStatus | typeof everyStatus; label: string }[] = [
  { value: everyStatus, label: 'All Statuses' },
  ...stockStatuses.map((status) => ({ value: status, label: stockStatusLabels[status] })),
]

export function InventoryFilters({ filter }: { filter: InventoryFilter }) {
  return (
    <div className="flex flex-wrap gap-2 border-b px-4 py-3 md:px-5">
      <SearchBox label="Search by SKU or ASIN" text={filter.text} onTextChange={filter.setText} className="sm:w-72" />
      <div className="min-w-40 flex-1 sm:max-w-44">
        <Select
          aria-label="Stock status"
          options={statusOptions}
          value={filter.status ?? everyStatus}
          onValueChange={(status) => filter.setStatus(status === everyStatus ? null : status)}
        />
      </div>
      <Button aria-disabled={!filter.isSet} onClick={filter.clear}>
        Clear Filters
      </Button>
    </div>
  )
}
