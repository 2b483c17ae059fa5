import { listingStates } from '#contract/channel-listings.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'
import type { ListingState } from './api.ts'

export const listingStateLabels: Record<ListingState, string> = {
  offered: 'Offered',
  hidden: 'Hidden',
  pending: 'Waiting to sync',
  failed: 'Sync failed',
}

export type ListingFilter = ReturnType<typeof useListingFilter>

/** What the list is narrowed to. It lives in the URL. */
export function useListingFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [stateParam, setState] = useUrlParam('state')
  const state = listingStates.find((one) => one === stateParam)
  return {
    text,
    term,
    setText,
    state,
    setState,
    /** Such as “HP-10” and the state Hidden; empty where everything is shown. */
    description: [term && `“${term}”`, state && `the state ${listingStateLabels[state]}`].filter(Boolean).join(' and '),
    clear: () => {
      setText('')
      setState(null)
    },
  }
}
