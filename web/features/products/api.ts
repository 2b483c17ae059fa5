import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { productsApi } from '#contract/products.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useProducts({ search }: { search: string }) {
  return useInfiniteQuery({
    queryKey: ['products', 'list', { search }],
    queryFn: ({ pageParam, signal }) => callPage(productsApi.list, { search, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

export function useProduct(productId: string) {
  return useQuery({
    queryKey: ['products', 'detail', productId],
    queryFn: ({ signal }) => call(productsApi.detail, { productId }, { signal }),
  })
}

export function useProductHistory(productId: string) {
  return useInfiniteQuery({
    queryKey: ['products', 'history', productId],
    queryFn: ({ pageParam, signal }) => callPage(productsApi.history, { productId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useCreateProduct() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (product: InputOf<typeof productsApi.create>) => call(productsApi.create, product),
    onSuccess: () => {
      toast({ title: 'Product Created', description: 'Product has been created successfully' })
      refetch()
    },
    onError: (error) => toastFailure('Failed to create product', error),
  })
}

export function useUpdateProduct() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof productsApi.update>) => call(productsApi.update, change),
    onSuccess: ({ title, isActive }) => {
      toast({ title: 'Product Updated', description: `${title} is ${isActive ? 'active' : 'inactive'} and up to date` })
      refetch()
    },
    onError: (error) => toastFailure('Failed to update product', error),
  })
}

export function useCreateSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (sku: InputOf<typeof productsApi.createSku>) => call(productsApi.createSku, sku),
    onSuccess: ({ sku }) => {
      toast({ title: 'SKU Created', description: `${sku} has been added to the product` })
      refetch()
    },
    onError: (error) => toastFailure('Failed to create SKU', error),
  })
}

export function useUpdateSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof productsApi.updateSku>) => call(productsApi.updateSku, change),
    onSuccess: ({ sku, isActive }) => {
      toast({ title: 'SKU Updated', description: `${sku} is ${isActive ? 'active' : 'inactive'} and up to date` })
      refetch()
    },
    onError: (error) => toastFailure('Failed to update SKU', error),
  })
}

/** Inventory shows products and SKUs too, so both query keys are invalidated. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['products'] })
    void queryClient.invalidateQueries({ queryKey: ['inventory'] })
  }
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: 'Error', description: `${what}. ${errorMessage(error)}` })
}
