import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { attentionApi, type AttentionFilter } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { channelListingsApi } from '#contract/channel-listings.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toast } from '#web/ui/toast.ts'
import { flattenPages } from '../paged-list.tsx'

const choicesAtOnce = 20

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
      toast({ title: 'Dismissed', description: 'It is off the list, and your reason is kept' })
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
      toast({ title: 'Resend Started', description: 'The message is sent again' })
      return refetch()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Resend Failed',
        description: `Failed to send the message again. ${errorMessage(error)}`,
      }),
  })
}

type SkuMapping = InputOf<typeof attentionApi.mapSku> & { sku: string }

export function useMapSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ sku: _sku, ...mapping }: SkuMapping) => call(attentionApi.mapSku, mapping),
    onSuccess: ({ lines, orders }, { code, sku }) => {
      toast({
        title: 'SKU Mapped',
        description: `${code} is ${sku} now, in ${formatCount(lines, 'line')} of ${formatCount(orders, 'order')}`,
      })
      void refetch()
    },
  })
}

/** SKUs with their listing on the channel, which tells whether the channel already has an external id for one. */
export function useSkuChoices(channelId: string, search: string) {
  return useQuery({
    queryKey: ['channels', 'sku-choices', channelId, search],
    queryFn: ({ signal }) => callPage(channelListingsApi.list, { channelId, search, limit: choicesAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Channel cards show the number of attention items, so channels are refetched too. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['attention'] }),
      queryClient.invalidateQueries({ queryKey: ['channels'] }),
    ])
}
