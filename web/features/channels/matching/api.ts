import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelItemRow, channelItemsApi, type ItemState } from '#contract/channel-items.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export type ItemFilter = { channelId: string; search: string; state: ItemState | undefined }

export function useItems(filter: ItemFilter) {
  return useInfiniteQuery({
    queryKey: ['channels', 'items', filter],
    queryFn: ({ pageParam, signal }) => callPage(channelItemsApi.list, { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

type MatchItem = { channelId: string; item: ChannelItemRow; sku: { skuId: string; sku: string } | null }

/** Matches one item with a SKU; null takes it for none of ours. */
export function useMatchItem() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ channelId, item: { externalId }, sku }: MatchItem) =>
      call(channelItemsApi.match, { channelId, matches: [{ externalId, skuId: sku?.skuId ?? null }] }),
    onSuccess: ({ orders }, { item, sku }) => {
      toast(
        sku
          ? { title: 'Product Matched', description: `${item.title} is ${sku.sku}${continuing(orders)}` }
          : { title: item.match ? 'Match Undone' : 'Product Ignored', description: `${item.title} is under Ignored` },
      )
      return refetch()
    },
    onError: (error, { item }) => toastFailure(`Failed to match ${item.title}`, error),
  })
}

export function useAcceptSuggestions() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async (filter: ItemFilter) => {
      const { channelId } = filter
      if (!filter.search) return call(channelItemsApi.acceptSuggestions, { channelId })
      const replies = await inChunks(await listExternalIds(filter), (externalIds) =>
        call(channelItemsApi.acceptSuggestions, { channelId, externalIds }),
      )
      return { matched: sum(replies, 'matched'), orders: sum(replies, 'orders') }
    },
    onSuccess: ({ matched, orders }) => {
      toast({
        title: 'Suggestions Accepted',
        description: `${formatCount(matched, 'product')} matched${continuing(orders)}`,
      })
      return refetch()
    },
    onError: (error) => toastFailure('Failed to accept the suggestions', error),
  })
}

type CreateProducts = { channelId: string; externalIds: readonly string[] } | ItemFilter

/** Makes products of the items given, or of all that a filter finds. */
export function useCreateProducts() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async (which: CreateProducts) => {
      const ids = 'externalIds' in which ? which.externalIds : await listExternalIds(which)
      const replies = await inChunks(ids, (externalIds) =>
        call(channelItemsApi.createProducts, { channelId: which.channelId, externalIds }),
      )
      return { created: sum(replies, 'created'), refused: replies.flatMap(({ refused }) => refused) }
    },
    onSuccess: ({ created, refused }) => {
      toast({
        title: 'Products Created',
        description:
          refused.length > 0
            ? `${formatCount(created, 'product')} created, ${refused.length} not: ${refused[0]?.reason ?? ''}`
            : `${formatCount(created, 'product')} created and matched`,
      })
      return refetch()
    },
    onError: (error) => toastFailure('Failed to create products', error),
  })
}

export function useReadItems() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelItemsApi.read>) => call(channelItemsApi.read, input),
    onSuccess: () => refetch(),
    onError: (error) => toastFailure('Failed to read the products', error),
  })
}

/** The ids of all items that a filter finds, page by page. */
async function listExternalIds(filter: ItemFilter): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await callPage(channelItemsApi.list, { ...filter, limit: maximumPageSize, cursor })
    ids.push(...page.rows.map(({ externalId }) => externalId))
    cursor = page.next ?? undefined
  } while (cursor)
  return ids
}

/** Most ids in one call. */
const chunkSize = 500

async function inChunks<Reply>(ids: readonly string[], send: (chunk: string[]) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let start = 0; start < ids.length; start += chunkSize) {
    replies.push(await send(ids.slice(start, start + chunkSize)))
  }
  return replies
}

const sum = <Key extends string>(replies: readonly Record<Key, number>[], key: Key): number =>
  replies.reduce((total, reply) => total + reply[key], 0)

const continuing = (orders: number): string =>
  orders > 0 ? `. ${formatCount(orders, 'waiting order')} ${orders === 1 ? 'continues' : 'continue'}` : ''

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: 'Error', description: `${what}. ${errorMessage(error)}` })
}

/** Orders that waited for a match leave the attention list. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['channels'] }),
      queryClient.invalidateQueries({ queryKey: ['attention'] }),
    ])
}
