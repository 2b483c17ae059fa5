import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { call } from '#web/lib/api.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { type CartAttempt, type CartOutput, toCart } from './cart/cart-fields.ts'
import { CartForm } from './cart/cart-form.tsx'
import { CartResult } from './cart/cart-result.tsx'

/** Prices a sample cart and explains for each promotion why it applied or not. */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  const [attempt, setAttempt] = useState<CartAttempt | null>(null)
  const [isOutdated, setIsOutdated] = useState(false)
  const { data, error, isFetching, isLoading, isPlaceholderData, refetch } = useTriedCart(attempt)

  function price(output: CartOutput) {
    setAttempt((before) => ({ number: (before?.number ?? 0) + 1, cart: toCart(output) }))
    setIsOutdated(false)
  }

  return (
    <Drawer open onOpenChange={onClose} side="right" size="wide" title={t('Try a cart')}>
      <div className="grid gap-6 px-4 pb-8">
        <p className="text-muted">
          {t('See what a cart would cost and why. No codes are used up and no order is created.')}
        </p>
        <CartForm isPending={isLoading || isPlaceholderData} onPrice={price} onChange={() => setIsOutdated(true)} />
        {error && (
          <LoadError what={t('The price')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {attempt && !data && !error && <Spinner />}
        {attempt && data && !error && (
          <CartResult result={data} codes={attempt.cart.promotionCodes} isOutdated={isOutdated || isPlaceholderData} />
        )}
      </div>
    </Drawer>
  )
}

/** A new query per attempt, because prices depend on the time; a change of promotions refetches the last one. */
function useTriedCart(attempt: CartAttempt | null) {
  return useQuery({
    queryKey: ['promotions', 'try', attempt],
    queryFn: attempt ? ({ signal }) => call(promotionsApi.try, attempt.cart, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}
