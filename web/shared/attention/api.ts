import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { attentionApi, type AttentionFilter } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { flattenPages } from '../paged-list.tsx'

type AttentionQuery = AttentionFilter & {
  /** Size of the first page. */
  first?: number
}
export type AttentionQueryResult = ReturnType<typeof useAttention>

/** Attention items of the company or of one channel. */
export function useAttention({ first, ...filter }: AttentionQuery) {
  return useInfiniteQuery({
    queryKey: ['attention', 'list', { ...filter, first }],
    queryFn: ({ pageParam: cursor, signal }) =>
      callPage(attentionApi.list, { ...filter, cursor, limit: cursor ? undefined : first }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useDismissAttention() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof attentionApi.dismiss>) => call(attentionApi.dismiss, input),
    onSuccess: () => {
      toast({ title: t('Dismissed'), description: t('Removed from the list. Your reason is in the timeline.') })
      void refetch()
    },
  })
}

/** Resends a message to its channel now. */
export function useResendMessage() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelDeliveriesApi.resend>) => call(channelDeliveriesApi.resend, input),
    onSuccess: () => {
      toast({ title: t('Resend Started'), description: t('The message is being sent again') })
      return refetch()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Resend Failed'),
        description: t('Failed to send the message again. {error}', { error: errorMessage(error) }),
      }),
  })
}

/** Lets an order wait for stock, or shows it as open again. */
export function useWaitForStock() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof attentionApi.waitForStock>) => call(attentionApi.waitForStock, input),
    onSuccess: (_reply, { waits }) => {
      toast(
        waits
          ? {
              title: t('Waiting for stock'),
              description: t(
                'The order will be released automatically when stock arrives. Find it under Waiting for stock.',
              ),
            }
          : { title: t('Back on the list'), description: t('The order needs attention again') },
      )
      return refetch()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to save this. {error}', { error: errorMessage(error) }),
      }),
  })
}

export function useMapSku() {
  const refetch = useRefetch()
  const unmapSku = useUnmapSku()
  return useMutation({
    mutationFn: (mapping: InputOf<typeof attentionApi.mapSku>) => call(attentionApi.mapSku, mapping),
    onSuccess: ({ skuId, sku, lines, orders }, { channelId, code, externalId }) => {
      toast({
        title: t('SKU Mapped'),
        description: t(
          '{code} is now {sku} for {lines, plural, one {# line} other {# lines}} in {orders, plural, one {# order} other {# orders}}',
          { code, sku, lines, orders },
        ),
        action: { label: t('Undo'), onSelect: () => unmapSku.mutate({ channelId, code, externalId, skuId }) },
      })
      void refetch()
    },
  })
}

/** Undoes a mapping, for future orders and for open ones that are not sent. */
export function useUnmapSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (mapping: InputOf<typeof attentionApi.unmapSku>) => call(attentionApi.unmapSku, mapping),
    onSuccess: ({ orders }, { code }) => {
      toast({
        title: t('Mapping Undone'),
        description: t(
          '{code} no longer has a SKU. {orders, plural, one {# open order is} other {# open orders are}} waiting.',
          { code, orders },
        ),
      })
      return refetch()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Undo Failed'),
        description: t('Failed to undo the mapping. {error}', { error: errorMessage(error) }),
      }),
  })
}

/** Everything that shows attention items, or the codes of a SKU. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['attention'] }),
      queryClient.invalidateQueries({ queryKey: ['channels'] }),
      queryClient.invalidateQueries({ queryKey: ['orders'] }),
      queryClient.invalidateQueries({ queryKey: ['inventory'] }),
    ])
}
