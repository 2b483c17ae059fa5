import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkApi } from '#contract/bulk.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useChangeSets() {
  return useInfiniteQuery({
    queryKey: ['bulk', 'change-sets'],
    queryFn: ({ pageParam, signal }) => callPage(bulkApi.changeSets, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useChangedRows(changeSetId: string) {
  return useInfiniteQuery({
    queryKey: ['bulk', 'changed-rows', changeSetId],
    queryFn: ({ pageParam, signal }) => callPage(bulkApi.changedRows, { changeSetId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useUndoChangeSet() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changeSetId: string) => call(bulkApi.undo, { changeSetId }),
    onSuccess: ({ undone, conflicted }) => {
      toast({
        title: undone === 0 ? 'Nothing Undone' : 'Bulk Change Undone',
        description:
          conflicted === 0
            ? `${formatCount(undone, 'SKU')} as before`
            : `${formatCount(undone, 'SKU')} as before, ${formatNumber(conflicted)} left alone`,
      })
      refetchChanged(queryClient)
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Undo Failed', description: errorMessage(error) }),
  })
}

export function refetchChanged(queryClient: QueryClient) {
  for (const topic of ['products', 'inventory', 'bulk']) void queryClient.invalidateQueries({ queryKey: [topic] })
}
