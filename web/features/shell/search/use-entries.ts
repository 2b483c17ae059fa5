import { keepPreviousData, useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { searchApi, shortestSearch } from '#contract/search.ts'
import { call } from '#web/lib/api.ts'
import { sessionKey } from '#web/lib/session-mark.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { useSyncInventory } from '#web/shared/use-sync-inventory.ts'
import { actionEntries } from './action-entries.ts'
import type { SearchEntry, SearchEntryGroup } from './entry.ts'
import { resultGroups } from './found-entries.ts'
import { matchDistance } from './fuzzy.ts'
import { useShowOverlay } from './show-overlay.ts'
import { readRecentPlaces } from './recent-places.ts'
import { screenEntries } from './screen-entries.ts'

/** Milliseconds without a key before the server is asked. */
const pause = 120
const mostSuggested = 6

/** What the box offers for a text: the browser's own at once, the server's as soon as it answers. */
export function useSearchEntries(typed: string) {
  const user = useCurrentUser()
  const show = useShowOverlay()
  const { mutate: syncInventory } = useSyncInventory()
  const text = typed.trim()
  const asked = useDebounced(text, pause)
  const isAskable = asked.length >= shortestSearch && user.companyId !== null
  const query = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(searchApi.find, { q: asked }, { signal }),
    enabled: isAskable,
    placeholderData: keepPreviousData,
    // What was found a while ago may have been changed meanwhile, and no event says so.
    staleTime: 10_000,
    gcTime: 60_000,
  })

  const screens = screenEntries(user.role)
  const actions = actionEntries(user.role, { syncInventory, showShortcuts: () => show('shortcuts') })
  const found = resultGroups(isAskable ? query.data : undefined)
  const hasFound = found.some(({ entries }) => entries.length > 0)
  const isToCome = text !== '' && (asked !== text || query.isPlaceholderData || query.isLoading)
  const groups: SearchEntryGroup[] = text
    ? [
        ...found,
        { title: 'Screens', entries: bestOf(screens, text) },
        { title: 'Actions', entries: bestOf(actions, text) },
      ]
    : [
        { title: 'Recent', entries: readRecentPlaces(sessionKey(user)).map(recentEntry) },
        { title: 'Suggested', entries: actions.slice(0, mostSuggested) },
      ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    query,
    /** The first is no answer to this text yet: none is there, or it is one to a text typed before. */
    isFirstToCome: isToCome && (groups.every(({ entries }) => entries.length === 0) || hasFound),
    /** Nothing more is to come for this text. */
    isSettled: asked === text && !query.isFetching && !query.isError,
  }
}

type RecentPlaceRow = ReturnType<typeof readRecentPlaces>[number]

const recentEntry = (place: RecentPlaceRow): SearchEntry => ({
  id: `recent-${place.href}`,
  label: place.label,
  icon: History,
  href: place.href,
  isDetail: place.kind !== 'screen',
  place,
})

function bestOf(entries: readonly SearchEntry[], text: string): SearchEntry[] {
  return entries
    .flatMap((entry) => {
      const distance = matchDistance(text, entry.label)
      return distance === null ? [] : [{ entry, distance }]
    })
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ entry }) => entry)
}
