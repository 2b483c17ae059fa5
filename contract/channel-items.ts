import { z } from 'zod'
import { itemMatches } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, searchText } from './fields.ts'
import { Money } from './money.ts'
import { PageQuery } from './paging.ts'

/** `suggested`: not matched, and there is a likely SKU. `removed`: the channel no longer sells it. */
export const itemStates = ['matched', 'suggested', 'unmatched', 'ignored', 'removed'] as const
export type ItemState = (typeof itemStates)[number]

/** Why a SKU is likely to be the item: its evidence in words, such as “Same barcode 0123…” or “Similar title”. */
const Suggestion = z.object({ skuId: Id, sku: z.string(), title: z.string(), evidence: z.string() })

/** Something that a channel sells, and the SKU that it was matched with. */
export const ChannelItemRow = z.object({
  externalId: z.string(),
  title: z.string(),
  variant: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: Money.nullable(),
  currency: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** The quantity that the channel shows. */
  quantity: z.int().nullable(),
  /** Why the channel can't take a quantity for it. */
  obstacle: z.string().nullable(),
  state: z.enum(itemStates),
  match: z.object({ skuId: Id, sku: z.string(), title: z.string(), by: z.enum(itemMatches), at: Moment }).nullable(),
  suggestion: Suggestion.nullable(),
  /** Why it was not matched by itself, such as a code that occurs twice. */
  reason: z.string().nullable(),
  confirmedQuantity: z.int().nullable(),
  confirmedAt: Moment.nullable(),
})
export type ChannelItemRow = z.output<typeof ChannelItemRow>

const ByChannel = z.strictObject({ channelId: Id })
const externalId = line('externalId', 200)
const atMost = 500

/** A SKU to match the item with; null undoes the match and takes the item for none of ours. */
const Match = z.strictObject({ externalId, skuId: Id.nullable() })

export const channelItemsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/items',
    summary: 'What a channel sells, and the SKU of each',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    query: PageQuery.extend({ search: searchText.optional(), state: z.enum(itemStates).optional() }),
    reply: z.array(ChannelItemRow),
    paged: true,
  }),
  match: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/items/match',
    summary: 'Match items with SKUs, or undo matches; orders that wait for them continue',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: z.strictObject({ matches: z.array(Match).min(1).max(atMost) }),
    reply: z.object({ matched: z.int(), undone: z.int(), orders: z.int() }),
  }),
  acceptSuggestions: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/items/accept',
    summary: 'Match all items with the SKUs suggested for them',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: z.strictObject({ externalIds: z.array(externalId).min(1).max(atMost).optional() }),
    reply: z.object({ matched: z.int(), orders: z.int() }),
  }),
  createProducts: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/items/create-products',
    summary: 'Create products and SKUs from new items, and match them',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    body: z.strictObject({ externalIds: z.array(externalId).min(1).max(atMost) }),
    reply: z.object({
      created: z.int(),
      /** Items of which none could be made, and why. */
      refused: z.array(z.object({ externalId: z.string(), reason: z.string() })),
    }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/items/read',
    summary: 'Read again what the channel sells, and match what is new',
    access: 'ops',
    scope: 'company',
    params: ByChannel,
    reply: z.object({ channelId: Id }),
    status: 202,
  }),
}
