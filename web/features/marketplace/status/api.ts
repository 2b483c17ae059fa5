import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import type { DifferenceCause } from '#contract/marketplace-values.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { changesToReview } from './sync-labels.ts'

const runsAtOnce = 10

export function useSetupInfo() {
  return useQuery({
    queryKey: ['marketplace', 'setup-info'],
    queryFn: ({ signal }) => call(marketplaceApi.setupInfo, {}, { signal }),
  })
}

export function useTestConnection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(marketplaceApi.test, {}),
    onSuccess: ({ success, message }) =>
      toast(
        success
          ? { title: t('Connection Successful'), description: message }
          : { variant: 'destructive', title: t('Connection Failed'), description: message },
      ),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Test Failed'),
        description: t('Failed to test Amazon connection. {error}', { error: errorMessage(error) }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['marketplace'] }),
  })
}

export function useSyncRuns() {
  return useInfiniteQuery({
    queryKey: ['marketplace', 'runs'],
    queryFn: ({ pageParam, signal }) =>
      callPage(marketplaceApi.syncRuns, { limit: runsAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useDrift() {
  return useQuery({
    queryKey: ['marketplace', 'drift'],
    queryFn: ({ signal }) => call(marketplaceApi.drift, {}, { signal }),
  })
}

export function useDifferences({ runId, cause }: { runId: string; cause: DifferenceCause | undefined }) {
  return useInfiniteQuery({
    queryKey: ['marketplace', 'differences', runId, { cause }],
    queryFn: ({ pageParam, signal }) =>
      callPage(marketplaceApi.differences, { runId, cause, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

/** Number of changes to review per filter; filters without changes are left out. */
export function useReviewCounts() {
  return useQueries({
    queries: changesToReview.map(({ only }) => ({
      queryKey: ['marketplace', 'listing-change-count', only],
      queryFn: ({ signal }: { signal: AbortSignal }) => callPage(twoWayApi.changes, { only, limit: 1 }, { signal }),
    })),
    combine: (counts) =>
      changesToReview
        .map((review, position) => ({ review, count: counts[position]?.data?.total ?? 0 }))
        .filter(({ count }) => count > 0),
  })
}
