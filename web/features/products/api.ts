import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { type ProductDetail, productsApi, type ProductSort } from '#contract/products.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { upload } from '#web/lib/upload.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

/** The rows show stock as well. */
export function useProducts(filter: { search: string; sort: ProductSort | undefined }) {
  return useInfiniteQuery({
    queryKey: ['products', 'list', filter],
    queryFn: ({ pageParam, signal }) => callPage(productsApi.list, { ...filter, cursor: pageParam }, { signal }),
    meta: { topics: ['inventory'] },
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
      toast({ title: t('Product Created'), description: t('Product has been created successfully') })
      refetch()
    },
    onError: (error) => toastFailure(t('Failed to create product'), error),
  })
}

export function useUpdateProduct() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof productsApi.update>) => call(productsApi.update, change),
    onSuccess: ({ title, isActive }) => {
      toast({
        title: t('Product Updated'),
        description: isActive
          ? t('{title} was saved and is active', { title })
          : t('{title} was saved and is inactive', { title }),
      })
      refetch()
    },
    onError: (error) => toastFailure(t('Failed to update product'), error),
  })
}

/** Failures are shown beside the buttons. */
export function useProductImage(productId: string) {
  const queryClient = useQueryClient()
  const refetch = useRefetch()
  const take = (product: ProductDetail, title: string, description: string) => {
    toast({ title, description })
    queryClient.setQueryData(['products', 'detail', productId], product)
    refetch()
  }
  return {
    uploadImage: async (file: File) => {
      const product = await upload(productsApi.uploadImage, file, { productId })
      take(product, t('Picture Uploaded'), t('{title} has a new picture', { title: product.title }))
    },
    removeImage: async () => {
      const product = await call(productsApi.removeImage, { productId })
      take(product, t('Picture Removed'), t('{title} no longer has an uploaded picture', { title: product.title }))
    },
  }
}

export function useCreateSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (sku: InputOf<typeof productsApi.createSku>) => call(productsApi.createSku, sku),
    onSuccess: ({ sku }) => {
      toast({ title: t('SKU Created'), description: t('{sku} has been added to the product', { sku }) })
      refetch()
    },
    onError: (error) => toastFailure(t('Failed to create SKU'), error),
  })
}

export function useUpdateSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof productsApi.updateSku>) => call(productsApi.updateSku, change),
    onSuccess: ({ sku, isActive }) => {
      toast({
        title: t('SKU Updated'),
        description: isActive
          ? t('{sku} was saved and is active', { sku })
          : t('{sku} was saved and is inactive', { sku }),
      })
      refetch()
    },
    onError: (error) => toastFailure(t('Failed to update SKU'), error),
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
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
