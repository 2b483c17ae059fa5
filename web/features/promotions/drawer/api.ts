import { useInfiniteQuery } from '@tanstack/react-query'
import { promotionsApi } from '#contract/promotions.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/flatten-pages.ts'

const redemptionsAtOnce = 20

export function useRedemptions(promotionId: string) {
  return useInfiniteQuery({
    queryKey: ['promotions', 'redemptions', promotionId],
    queryFn: ({ pageParam, signal }) =>
      callPage(promotionsApi.redemptions, { promotionId, limit: redemptionsAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}
