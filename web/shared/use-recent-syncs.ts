import { useQuery } from '@tanstack/react-query'
import { marketplaceApi, type SyncRun } from '#contract/marketplace.ts'
import type { SyncKind } from '#contract/marketplace-values.ts'
import { call } from '#web/lib/api.ts'

/** More than the accounts of any company: whatever runs is among the newest. */
const recentSyncCount = 20
const progressInterval = 2000

/** The syncs that run now. Their figures grow too fast to announce each, so they are asked for while one runs. */
export function useRunningSyncs(kinds: readonly SyncKind[]) {
  return useRecentSyncs((runs) => runs.filter(({ kind, status }) => status === 'running' && kinds.includes(kind)))
}

/** The last two-way sync that has ended; null when none is among the newest syncs. */
export function useLastTwoWaySync() {
  return useRecentSyncs(
    (runs) =>
      runs.find(({ kind, mode, status }) => kind === 'two_way' && mode !== 'dry_run' && status !== 'running') ?? null,
  )
}

function useRecentSyncs<Picked>(select: (runs: SyncRun[]) => Picked) {
  return useQuery({
    queryKey: ['marketplace', 'recent'],
    queryFn: ({ signal }) => call(marketplaceApi.syncRuns, { limit: recentSyncCount }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? progressInterval : false),
    select,
  })
}

const isRunning = ({ status }: SyncRun) => status === 'running'
