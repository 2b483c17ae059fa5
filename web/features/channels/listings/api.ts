import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { channelListingsApi, type listingStates } from '#contract/channel-listings.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'

export type ListingState = (typeof listingStates)[number]
type ListingsInput = { channelId: string; search: string; state: ListingState | undefined }

export function useListings({ channelId, search, state }: ListingsInput) {
  return useInfiniteQuery({
    queryKey: ['channels', 'listings', channelId, { search, state }],
    queryFn: ({ pageParam, signal }) =>
      callPage(channelListingsApi.list, { channelId, search, state, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
    // Changes of stock and SKUs publish no event for the query key 'channels'.
    refetchOnMount: 'always',
  })
}

/** Resolves once the list is refetched. */
export function useUpdateListing() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof channelListingsApi.update>) => call(channelListingsApi.update, change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['channels'] }),
  })
}
