import { keepPreviousData, useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { t } from '#contract/i18n.ts'
import { searchApi, shortestSearch } from '#contract/search.ts'
import { call } from '#web/lib/api.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { useSyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { useShowOverlay } from './search-button.tsx'
import {
  actionEntries,
  readRecentPlaces,
  resultGroups,
  screenEntries,
  type SearchEntry,
  type SearchEntryGroup,
} from './search-entries.ts'

/** Milliseconds to debounce typing before the server is asked. */
const pause = 120

const mostSuggested = 6

/** Entries for a text: screens and actions at once, search results when the server answers. */
export function useSearchEntries(typed: string) {
  const user = useCurrentUser()
  const show = useShowOverlay()
  const { mutate: syncInventory } = useSyncInventory()
  const text = typed.trim()
  const debounced = useDebounced(text, pause)
  const isSearchable = debounced.length >= shortestSearch && user.companyId !== null
  const query = useQuery({
    queryKey: ['search', debounced],
    queryFn: ({ signal }) => call(searchApi.find, { q: debounced }, { signal }),
    enabled: isSearchable,
    placeholderData: keepPreviousData,
    // Search results have no live topic, so they go stale by time.
    staleTime: 10_000,
    gcTime: 60_000,
  })

  const screens = screenEntries(user)
  const actions = actionEntries(user, {
    syncInventory,
    showShortcuts: () => show('shortcuts'),
    showSessions: () => show('sessions'),
  })
  const found = resultGroups(isSearchable ? query.data : undefined)
  const hasFound = found.some(({ entries }) => entries.length > 0)
  const isLoading = text !== '' && (debounced !== text || query.isPlaceholderData || query.isLoading)
  const groups: SearchEntryGroup[] = text
    ? [
        ...found,
        { title: t('Screens'), entries: bestOf(screens, text) },
        { title: t('Actions'), entries: bestOf(actions, text) },
      ]
    : [
        { title: t('Recent'), entries: readRecentPlaces(sessionKey(user)).map(recentEntry) },
        { title: t('Suggested'), entries: actions.slice(0, mostSuggested) },
      ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    query,
    /** The first entry does not answer the present text yet: there is none, or it belongs to the previous text. */
    isFirstOutdated: isLoading && (groups.every(({ entries }) => entries.length === 0) || hasFound),
    /** All results for the present text are there. */
    isComplete: debounced === text && !query.isFetching && !query.isError,
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

/**
 * Fuzzy match of a text against a name: 0 is best, null is no match. Every typed word must match a word of the name.
 */
function matchDistance(typed: string, name: string): number | null {
  const words = wordsOf(name)
  let distance = 0
  for (const part of wordsOf(typed)) {
    const best = Math.min(...words.map((word) => wordDistance(part, word)))
    if (best === Number.POSITIVE_INFINITY) return null
    distance += best
  }
  return distance
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function wordDistance(part: string, word: string): number {
  if (word.startsWith(part)) return 0
  if (word.includes(part)) return 1
  // A subsequence such as "invtry", but the first letter must match.
  return word[0] === part[0] && part.length > 2 && isWithin(part, word) ? 2 : Number.POSITIVE_INFINITY
}

function isWithin(part: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === part[at]) at += 1
  return at === part.length
}
