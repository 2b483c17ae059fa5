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
  /** How many to begin with, where the list stands above other things. */
  first?: number
}
export type AttentionQueryResult = ReturnType<typeof useAttention>

/** What waits for a person, everywhere or on one channel. */
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

/** Has a message told to its channel again, now. */
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

type SkuMapping = { channelId: string; code: string; skuId: string; sku: string }

export function useMapSku() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ channelId, code, skuId }: SkuMapping) => call(attentionApi.mapSku, { channelId, code, skuId }),
    onSuccess: ({ lines, orders }, { code, sku }) => {
      toast({
        title: 'SKU Mapped',
        description: `${code} is ${sku} now, in ${formatCount(lines, 'line')} of ${formatCount(orders, 'order')}`,
      })
      void refetch()
    },
  })
}

/** Our SKUs as they stand on the channel, which says whether it has a name of its own for one already. */
export function useSkuChoices(channelId: string, search: string) {
  return useQuery({
    queryKey: ['channels', 'sku-choices', channelId, search],
    queryFn: ({ signal }) => callPage(channelListingsApi.list, { channelId, search, limit: choicesAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The cards of channels count what waits too. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['attention'] }),
      queryClient.invalidateQueries({ queryKey: ['channels'] }),
    ])
}
