import { useQuery } from '@tanstack/react-query'
import { twoWayApi } from '#contract/two-way.ts'
import { call } from '#web/lib/api.ts'

/** Keyed by what brings the news: syncs with Amazon, and not changes of the product. */
export function useAmazonListings(skuId: string, { isWanted }: { isWanted: boolean }) {
  return useQuery({
    queryKey: ['marketplace', 'listings', skuId],
    queryFn: ({ signal }) => call(twoWayApi.listings, { skuId }, { signal }),
    enabled: isWanted,
  })
}
