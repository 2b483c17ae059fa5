import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { promotionsApi } from '#contract/promotions.ts'
import { call } from '#web/lib/api.ts'
import type { UsagePeriod } from './usage-words.ts'

/** Of one promotion, or of all where none is named. */
export function useUsage({ promotionId, days }: { promotionId?: string | undefined; days: UsagePeriod }) {
  return useQuery({
    queryKey: ['promotions', 'usage', { promotionId, days }],
    queryFn: ({ signal }) => call(promotionsApi.usage, { promotionId, days }, { signal }),
    placeholderData: keepPreviousData,
  })
}
