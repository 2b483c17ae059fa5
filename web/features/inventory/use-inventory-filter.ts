import { useSearchParams } from 'wouter'
import { type StockStatus, stockStatuses, stockStatusLabels } from '#contract/stock-status.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'
import { withQueryParams } from './address.ts'

export type InventoryFilter = ReturnType<typeof useInventoryFilter>

/** What the list is narrowed to. It lives in the URL. */
export function useInventoryFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [params, setParams] = useSearchParams()
  const status = stockStatuses.find((one) => one === params.get('status'))

  // The address itself, not the last render's: the search box may have written to it a moment ago.
  const write = (fields: Record<string, string | null>) =>
    setParams(withQueryParams(window.location.search, fields), { replace: true })

  return {
    text,
    term,
    setText,
    status,
    setStatus: (next: StockStatus | null) => write({ status: next }),
    /** Such as “HP-10” and the status Low Stock; empty where everything is shown. */
    description: [term && `“${term}”`, status && `the status ${stockStatusLabels[status]}`]
      .filter(Boolean)
      .join(' and '),
    isSet: Boolean(text || term || status),
    clear: () => {
      // Also forgets what was typed but is not in the address yet.
      setText('')
      write({ search: null, status: null })
    },
  }
}
