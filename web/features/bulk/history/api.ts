import { useInfiniteQuery } from '@tanstack/react-query'
import { bulkApi } from '#contract/bulk.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'

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
