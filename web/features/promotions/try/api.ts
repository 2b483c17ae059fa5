import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { promotionsApi } from '#contract/promotions.ts'
import { call } from '#web/lib/api.ts'
import type { Attempt } from './cart-fields.ts'

/** Each attempt is asked anew, since time goes on; a change of promotions asks the last one again. */
export function useTriedCart(attempt: Attempt | null) {
  return useQuery({
    queryKey: ['promotions', 'try', attempt],
    queryFn: attempt ? ({ signal }) => call(promotionsApi.try, attempt.cart, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}
