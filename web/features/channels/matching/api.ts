import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelItemRow, channelItemsApi, type ItemState } from '#contract/channel-items.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
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
          ? {
              title: t('Product Matched'),
              description: matchedText(item.title, sku.sku, orders),
            }
          : {
              title: item.match ? t('Match Undone') : t('Product Ignored'),
              description: t('{title} is now under Ignored', { title: item.title }),
            },
      )
      return refetch()
    },
    onError: (error, { item }) => toastFailure(t('Failed to match {title}', { title: item.title }), error),
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
        title: t('Suggestions Accepted'),
        description: acceptedText(matched, orders),
      })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to accept the suggestions'), error),
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
        title: t('Products Created'),
        description:
          refused.length > 0
            ? t('{created, plural, one {# product} other {# products}} created, {refused} failed: {reason}', {
                created,
                refused: refused.length,
                reason: refused[0]?.reason ?? '',
              })
            : t('{created, plural, one {# product} other {# products}} created and matched', { created }),
      })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to create products'), error),
  })
}

export function useReadItems() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelItemsApi.read>) => call(channelItemsApi.read, input),
    onSuccess: () => refetch(),
    onError: (error) => toastFailure(t('Failed to load the products'), error),
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

const matchedText = (title: string, sku: string, orders: number): string =>
  orders > 0
    ? t(
        '{title} is matched with {sku}. {orders, plural, one {# waiting order can continue} other {# waiting orders can continue}}',
        { title, sku, orders },
      )
    : t('{title} is matched with {sku}', { title, sku })

const acceptedText = (matched: number, orders: number): string =>
  orders > 0
    ? t(
        '{matched, plural, one {# product} other {# products}} matched. {orders, plural, one {# waiting order can continue} other {# waiting orders can continue}}',
        { matched, orders },
      )
    : t('{matched, plural, one {# product} other {# products}} matched', { matched })

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
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
