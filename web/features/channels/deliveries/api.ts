import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import type { IntakeState } from '#contract/channel-values.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { deliveryKey } from '#web/shared/replay-delivery.tsx'

export function useDeliveries(channelId: string, state: IntakeState | undefined) {
  return useInfiniteQuery({
    queryKey: ['channels', 'deliveries', channelId, { state }],
    queryFn: ({ pageParam, signal }) =>
      callPage(channelDeliveriesApi.list, { channelId, state, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

/**
 * Every read is recorded in the audit log, so only a delivery that is still waiting is refetched. The payload contains
 * personal data, so the cache drops it when it leaves the screen.
 */
export function useDelivery(channelId: string, deliveryId: string) {
  return useQuery({
    queryKey: deliveryKey(channelId, deliveryId),
    queryFn: ({ signal }) => call(channelDeliveriesApi.detail, { channelId, deliveryId }, { signal }),
    gcTime: 0,
    staleTime: ({ state: { data } }) => (!data || data.state === 'waiting' ? Infinity : 'static'),
  })
}

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
