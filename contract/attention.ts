import { z } from 'zod'
import { attentionActors, attentionCodes, orderStatuses } from './order-status.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment, searchText } from './fields.ts'
import { t } from './i18n.ts'
import { Total } from './order-row.ts'
import { PageQuery } from './paging.ts'
import { skuCode } from './products.ts'

/**
 * What unmapped lines of an order sell. `externalId` is the channel's id of the product or variation; null where the channel names none.
 */
const UnknownItem = z.object({
  code: z.string(),
  externalId: z.string().nullable(),
  title: z.string().nullable(),
  quantity: z.int(),
  unitPrice: Total,
})
export type UnknownItem = z.output<typeof UnknownItem>

/** An order line that stock does not cover; `sku` is our code. */
const ShortLine = z.object({ orderItemId: Id, skuId: Id, sku: z.string(), quantity: z.int(), lacking: z.int() })
export type ShortLine = z.output<typeof ShortLine>

/** A SKU to choose. `evidence` says why it is likely, such as “Similar title”; null when nothing speaks for it. */
export const SkuChoice = z.object({
  skuId: Id,
  sku: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  /** Whether Amazon holds the stock, so that it can ship the SKU. */
  isAtAmazon: z.boolean(),
  sellable: z.int(),
  price: z.string().nullable(),
  evidence: z.string().nullable(),
})
export type SkuChoice = z.output<typeof SkuChoice>

/** An item that needs a person: an order, or a delivery that did not become one. */
export const AttentionRow = z.object({
  id: Id,
  code: z.enum(attentionCodes),
  reason: z.string(),
  remedy: z.string(),
  whoActs: z.enum(attentionActors),
  raisedAt: Moment,
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  externalOrderId: z.string().nullable(),
  externalNumber: z.string().nullable(),
  orderStatus: z.enum(orderStatuses).nullable(),
  /** The outgoing message that a channel did not accept. */
  messageId: Id.nullable(),
  deliveryId: Id.nullable(),
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  /** SKU codes of order lines that are not mapped yet. */
  unknownSkus: z.array(z.string()),
  /** What those lines sell, one entry per item of the channel: variations may share the code of their product. */
  unknownItems: z.array(UnknownItem),
  /** The order's currency. */
  currency: z.string().nullable(),
  /** Of `not_enough_stock`: the lines that lack units, and how many units of the order could be sent now. */
  shortLines: z.array(ShortLine),
  coveredUnits: z.int(),
  /** Since when a person lets it wait for stock; such an item asks for nothing until stock arrives. */
  waitsForStockSince: Moment.nullable(),
})
export type AttentionRow = z.output<typeof AttentionRow>

/** `waiting`: a person lets it wait for stock. */
export const attentionStates = ['open', 'waiting'] as const
export type AttentionState = (typeof attentionStates)[number]

/** Filters of the list; without `state` what is open. */
const AttentionFilter = z.strictObject({
  channelId: Id.optional(),
  code: z.enum(attentionCodes).optional(),
  whoActs: z.enum(attentionActors).optional(),
  state: z.enum(attentionStates).optional(),
})
export type AttentionFilter = z.output<typeof AttentionFilter>

const externalId = line('externalId', 200).nullish()

const soldItem = {
  channelId: Id.nullable(),
  code: line(t('Code'), 200),
  /** The item that the mapping is for; without it the mapping is for lines that have only the code. */
  externalId,
}

export const attentionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/attention',
    summary: 'What needs attention, oldest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend(AttentionFilter.shape),
    reply: z.array(AttentionRow),
    paged: true,
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/attention/:attentionId/dismiss',
    summary: 'Dismiss an item that needs no action',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ attentionId: Id }),
    body: z.strictObject({ reason: line(t('Reason'), 500) }),
    reply: z.object({ id: Id }),
  }),
  waitForStock: endpoint({
    method: 'POST',
    path: '/api/attention/:attentionId/wait-for-stock',
    summary: 'Let an order that lacks units wait for stock, which releases it automatically; or show it as open again',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ attentionId: Id }),
    body: z.strictObject({ waits: z.boolean() }),
    reply: z.object({ id: Id }),
  }),
  skuChoices: endpoint({
    method: 'GET',
    path: '/api/attention/sku-choices',
    summary: 'SKUs that something sold by a channel may be, the likely ones first, with what is in stock of each',
    access: 'readonly',
    scope: 'company',
    query: z.strictObject({
      channelId: Id.optional(),
      code: line(t('Code'), 200).optional(),
      externalId: line('externalId', 200).optional(),
      title: line(t('Title'), 500).optional(),
      search: searchText.optional(),
    }),
    reply: z.object({ rows: z.array(SkuChoice), total: z.int() }),
  }),
  mapSku: endpoint({
    method: 'POST',
    path: '/api/attention/map-sku',
    summary: 'Map a channel’s item or code to a SKU; every order line that waits for it continues',
    access: 'ops',
    scope: 'company',
    body: z
      .strictObject({
        ...soldItem,
        skuId: Id.optional(),
        /** Makes the SKU, with a product of this title. */
        newSku: z.strictObject({ sku: skuCode, title: line(t('Title'), 500) }).optional(),
      })
      .refine(({ skuId, newSku }) => (skuId === undefined) !== (newSku === undefined), {
        error: t('Choose or create a SKU'),
      }),
    reply: z.object({ skuId: Id, sku: z.string(), lines: z.int(), orders: z.int() }),
  }),
  unmapSku: endpoint({
    method: 'POST',
    path: '/api/attention/unmap-sku',
    summary: 'Undo a mapping, for future orders and for open ones that are not sent',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({ ...soldItem, skuId: Id }),
    reply: z.object({ lines: z.int(), orders: z.int() }),
  }),
}
