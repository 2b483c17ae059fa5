import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import type { SyncRunStatus } from '#contract/marketplace-values.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '../paged-list.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ChangeFilter } from './change-labels.ts'

const progressInterval = 2000

export function useTwoWaySync() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(twoWayApi.sync, {}),
    onSuccess: () => {
      toast({ title: t('Sync Started'), description: t('Two-way sync has been initiated') })
      return queryClient.invalidateQueries({ queryKey: ['marketplace'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Sync Failed'), description: errorMessage(error) }),
  })
}

export function useTwoWayPreview() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(twoWayApi.preview, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['marketplace'] }),
    onError: (error) => toast({ variant: 'destructive', title: t('Preview Failed'), description: errorMessage(error) }),
  })
}

export const twoWayRunQuery = (runId: string) =>
  queryOptions({
    queryKey: ['marketplace', 'two-way-run', runId],
    queryFn: ({ signal }) => call(twoWayApi.run, { runId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? progressInterval : false),
  })

type ListingChangesQuery = {
  runId?: string | undefined
  only?: ChangeFilter | undefined
  /** Status of the run, part of the key: the changes are fetched again when the run ends. */
  status?: SyncRunStatus
}

export function useListingChanges({ runId, only, status }: ListingChangesQuery) {
  return useInfiniteQuery({
    queryKey: ['marketplace', 'listing-changes', { runId, only, status }],
    queryFn: ({ pageParam, signal }) => callPage(twoWayApi.changes, { runId, only, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}
