import { useInfiniteQuery } from '@tanstack/react-query'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/flatten-pages.ts'

export function useSentMessages(channelId: string) {
  return useInfiniteQuery({
    queryKey: ['channels', 'sent', channelId],
    queryFn: ({ pageParam, signal }) =>
      callPage(channelDeliveriesApi.sent, { channelId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}
