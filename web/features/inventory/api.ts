import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { inventoryApi, type InventorySort, type StockAdjustment } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import type { StockStatus } from '#contract/stock-status.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { refetchChanged, useUndoInToast } from '#web/shared/undo-changes.ts'
import { toast } from '#web/ui/toast.ts'

type InventoryFilter = { search: string; status: StockStatus | undefined; sort: InventorySort | undefined }

export function useInventory(filter: InventoryFilter) {
  return useInfiniteQuery({
    queryKey: ['inventory', 'list', filter],
    queryFn: ({ pageParam, signal }) => callPage(inventoryApi.list, { ...filter, cursor: pageParam }, { signal }),
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

/** Its form shows the error. */
export function useAdjustQuantity() {
  const queryClient = useQueryClient()
  const undoInToast = useUndoInToast()
  return useMutation({
    mutationFn: (adjustment: StockAdjustment & { skuId: string }) => call(inventoryApi.adjust, adjustment),
    onSuccess: ({ changeSetId, sku, from, quantity }) => {
      toast({
        title: changeSetId ? t('Quantity Saved') : t('No Change'),
        description: changeSetId
          ? `${sku}: ${formatNumber(from)} → ${formatNumber(quantity)}`
          : t('{sku} is already at {quantity}', { sku, quantity }),
        action: changeSetId ? undoInToast(changeSetId) : undefined,
      })
      refetchChanged(queryClient)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['inventory'] }),
  })
}

type SafetyBufferChange = { productId: string; skuId: string; safetyBuffer: number; version: number }

export function useSaveSafetyBuffer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SafetyBufferChange) => call(productsApi.updateSku, change),
    onSuccess: ({ sku, safetyBuffer }) => {
      toast({
        title: t('Safety Buffer Saved'),
        description: t('{sku} now has a safety buffer of {safetyBuffer}', { sku, safetyBuffer }),
      })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['inventory'] }),
        queryClient.invalidateQueries({ queryKey: ['products'] }),
      ])
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: `${t('Failed to save the safety buffer.')} ${errorMessage(error)}`,
      })
    },
  })
}
