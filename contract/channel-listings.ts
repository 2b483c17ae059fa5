import { z } from 'zod'
import { listingSyncStatuses } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, optionalText, Moment, searchText } from './fields.ts'
import { t } from './i18n.ts'
import { Money, optionalPrice } from './money.ts'
import { PageQuery } from './paging.ts'

export const listingStates = ['offered', 'hidden', 'pending', 'failed'] as const

/** An item of the channel that is matched with the SKU, and the quantity that the channel last confirmed for it. */
const ListedItem = z.object({
  externalId: z.string(),
  title: z.string(),
  variant: z.string().nullable(),
  /** Why the channel can't take a quantity for it. */
  obstacle: z.string().nullable(),
  confirmedQuantity: z.int().nullable(),
  confirmedAt: Moment.nullable(),
})

/** A SKU on a channel; `price` is the channel's own price, `skuPrice` applies without one. */
export const ChannelListing = z.object({
  skuId: Id,
  sku: z.string(),
  title: z.string(),
  /** Whether the SKU is active; an inactive one is offered nowhere. */
  isActive: z.boolean(),
  externalId: z.string().nullable(),
  price: Money.nullable(),
  skuPrice: Money.nullable(),
  isVisible: z.boolean(),
  sellable: z.int(),
  syncStatus: z.enum(listingSyncStatuses).nullable(),
  syncError: z.string().nullable(),
  lastSyncedAt: Moment.nullable(),
  /** Of a shop connected by its API; empty for other channels. */
  items: z.array(ListedItem),
})
export type ChannelListing = z.output<typeof ChannelListing>

export const ListingChange = z
  .strictObject({
    externalId: optionalText(t('Channel’s own ID'), 200),
    price: optionalPrice(t('Price')),
    isVisible: z.boolean(),
  })
  .partial()

const ByChannel = z.strictObject({ channelId: Id })

export const channelListingsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/listings',
    summary: 'The SKUs and their status on the channel',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    query: PageQuery.extend({ search: searchText.optional(), state: z.enum(listingStates).optional() }),
    reply: z.array(ChannelListing),
    paged: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/channels/:channelId/listings/:skuId',
    summary: 'Change price, visibility or id of a SKU on the channel',
    access: 'ops',
    scope: 'company',
    params: ByChannel.extend({ skuId: Id }),
    body: ListingChange,
    reply: ChannelListing,
  }),
}
