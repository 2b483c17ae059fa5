import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { promotionsApi } from '#contract/promotions.ts'
import { call } from '#web/lib/api.ts'
import type { CartAttempt } from './cart-fields.ts'

/** Each attempt is asked anew, since time goes on; a change of promotions asks the last one again. */
export function useTriedCart(attempt: CartAttempt | null) {
  return useQuery({
    queryKey: ['promotions', 'try', attempt],
    queryFn: attempt ? ({ signal }) => call(promotionsApi.try, attempt.cart, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}
