import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderFilter, ordersApi } from '#contract/orders.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenOrderPages, resetToFirstPage, type OrderPages, readOrderPage } from './list/order-pages.ts'

export type OrderListState = ReturnType<typeof useOrders>

/** The order list. A refetch updates the rows in place; new orders are only counted (see order-pages.ts). */
export function useOrders(filter: OrderFilter, { isShown }: { isShown: boolean }) {
  const queryClient = useQueryClient()
  const [isReloading, setIsReloading] = useState(false)
  const queryKey = ['orders', 'list', filter]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readOrderPage(
        (part) => callPage(ordersApi.list, { ...filter, ...part }, { signal }),
        pageParam,
        queryClient.getQueryData<OrderPages>(queryKey),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenOrderPages,
    enabled: isShown,
  })

  /** Starts again at the newest order, so that new arrivals are shown. */
  async function reload() {
    setIsReloading(true)
    queryClient.setQueryData<OrderPages>(queryKey, (loaded) => loaded && resetToFirstPage(loaded))
    await query.refetch()
    setIsReloading(false)
  }

  return { query, reload, isReloading }
}
