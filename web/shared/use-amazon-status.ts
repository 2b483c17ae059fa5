import { useQuery } from '@tanstack/react-query'
import { marketplaceApi } from '#contract/marketplace.ts'
import { call } from '#web/lib/api.ts'

const pollingInterval = 30_000

export function useAmazonStatus() {
  return useQuery({
    queryKey: ['marketplace', 'status'],
    queryFn: ({ signal }) => call(marketplaceApi.status, {}, { signal }),
    refetchInterval: pollingInterval,
  })
}
