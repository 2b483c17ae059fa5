import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inventoryApi } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import type { StockStatus } from '#contract/stock-status.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useInventory({ search, status }: { search: string; status: StockStatus | undefined }) {
  return useInfiniteQuery({
    queryKey: ['inventory', 'list', { search, status }],
    queryFn: ({ pageParam, signal }) => callPage(inventoryApi.list, { search, status, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

/** All SKUs with an inventory alert, fewest units first. */
export function useAlerts() {
  return useInfiniteQuery({
    queryKey: ['inventory', 'alerts', 'all'],
    queryFn: ({ pageParam, signal }) => callPage(inventoryApi.alerts, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

/** Values of the four cards; Low Stock is the number of alerts. */
export function useInventoryFigures() {
  return useQuery({
    queryKey: ['inventory', 'figures'],
    queryFn: async ({ signal }) => {
      const [summary, alerts] = await Promise.all([
        call(inventoryApi.summary, {}, { signal }),
        callPage(inventoryApi.alerts, { limit: 1 }, { signal }),
      ])
      return { ...summary, lowStock: alerts.total }
    },
  })
}

export function useStockDetail(skuId: string) {
  return useQuery({
    queryKey: ['inventory', 'detail', skuId],
    queryFn: ({ signal }) => call(inventoryApi.detail, { skuId }, { signal }),
  })
}

export function useStockHistory(skuId: string) {
  return useQuery({
    queryKey: ['inventory', 'history', skuId],
    queryFn: ({ signal }) => call(inventoryApi.history, { skuId }, { signal }),
  })
}

const movementsAtOnce = 10

export function useStockMovements(skuId: string) {
  return useInfiniteQuery({
    queryKey: ['inventory', 'movements', skuId],
    queryFn: ({ pageParam, signal }) =>
      callPage(inventoryApi.movements, { skuId, limit: movementsAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

type SafetyBufferChange = { productId: string; skuId: string; safetyBuffer: number; version: number }

export function useSaveSafetyBuffer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SafetyBufferChange) => call(productsApi.updateSku, change),
    onSuccess: ({ sku, safetyBuffer }) => {
      toast({
        title: 'Safety Buffer Saved',
        description: `${sku} has a safety buffer of ${formatNumber(safetyBuffer)} now`,
      })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['inventory'] }),
        queryClient.invalidateQueries({ queryKey: ['products'] }),
      ])
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: `Failed to save the safety buffer. ${errorMessage(error)}`,
      })
    },
  })
}
