import { useSearchParams } from 'wouter'
import { t } from '#contract/i18n.ts'
import { type StockStatus, stockStatuses, stockStatusLabels } from '#contract/stock-status.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'

const everyStatus = 'all'

const statusOptions: readonly { value: StockStatus | typeof everyStatus; label: string }[] = [
  { value: everyStatus, label: t('All Statuses') },
  ...stockStatuses.map((status) => ({ value: status, label: stockStatusLabels[status] })),
]

export function InventoryFilters({ filter }: { filter: InventoryFilter }) {
  return (
    <div className="flex flex-1 flex-wrap gap-2">
      <SearchBox
        label={t('Search by SKU or ASIN')}
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:w-72"
      />
      <div className="min-w-40 flex-1 sm:max-w-44">
        <Select
          aria-label={t('Stock status')}
          options={statusOptions}
          value={filter.status ?? everyStatus}
          onValueChange={(status) => filter.setStatus(status === everyStatus ? null : status)}
        />
      </div>
      <Button aria-disabled={!filter.isSet} onClick={filter.clear}>
        {t('Clear Filters')}
      </Button>
    </div>
  )
}

export type InventoryFilter = ReturnType<typeof useInventoryFilter>

/** The filters of the stock list. Their state is the URL. */
export function useInventoryFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [params, setParams] = useSearchParams()
  const status = stockStatuses.find((one) => one === params.get('status'))

  // Reads window.location and not `params`: the search box may have changed the URL since the last render.
  const write = (fields: Record<string, string | null>) =>
    setParams(withQueryParams(window.location.search, fields), { replace: true })

  return {
    text,
    term,
    setText,
    status,
    setStatus: (next: StockStatus | null) => write({ status: next }),
    /** For example "“HP-10” and the status Low Stock"; empty without filters. */
    description: describeFilter(term, status),
    isSet: Boolean(text || term || status),
    clear: () => {
      // Also clears search text that is typed but not in the URL yet.
      setText('')
      write({ search: null, status: null })
    },
  }
}

function describeFilter(term: string, status: StockStatus | undefined): string {
  const label = status ? stockStatusLabels[status] : ''
  if (term && status) return t('“{term}” and the status {label}', { term, label })
  if (status) return t('the status {label}', { label })
  return term && t('“{term}”', { term })
}

/** A copy of the query with these parameters set; null removes one. */
export function withQueryParams(
  query: URLSearchParams | string,
  fields: Record<string, string | null>,
): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(fields)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
