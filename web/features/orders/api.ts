import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderFilter, ordersApi, type OrderSort } from '#contract/orders.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenOrderPages, resetToFirstPage, type OrderPages, readOrderPage } from './list/order-pages.ts'

export type OrderListState = ReturnType<typeof useOrders>

type OrdersOptions = { sort: OrderSort | undefined; isShown: boolean }

/**
 * The order list. A refetch updates the rows in place; new orders are only counted (see order-pages.ts). A list that is sorted
 * otherwise shows each order in its place at once.
 */
export function useOrders(filter: OrderFilter, { sort, isShown }: OrdersOptions) {
  const queryClient = useQueryClient()
  const [isReloading, setIsReloading] = useState(false)
  const input = { ...filter, ...(sort && { sort }) }
  const queryKey = ['orders', 'list', input]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readOrderPage(
        (part) => callPage(ordersApi.list, { ...input, ...part }, { signal }),
        pageParam,
        sort ? undefined : queryClient.getQueryData<OrderPages>(queryKey),
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
