import { z } from 'zod'
import { attentionActors, attentionCodes, orderStatuses } from './order-status.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { PageQuery } from './paging.ts'

/** `externalId` is the channel's id of the product or variation; null where the channel names none. */
const UnknownItem = z.object({ code: z.string(), externalId: z.string().nullable(), title: z.string().nullable() })
export type UnknownItem = z.output<typeof UnknownItem>

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
})
export type AttentionRow = z.output<typeof AttentionRow>

/** Filters of the list; without any the whole list. */
const AttentionFilter = z.strictObject({
  channelId: Id.optional(),
  code: z.enum(attentionCodes).optional(),
  whoActs: z.enum(attentionActors).optional(),
})
export type AttentionFilter = z.output<typeof AttentionFilter>

export const attentionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/attention',
    summary: 'What waits for a person, oldest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend(AttentionFilter.shape),
    reply: z.array(AttentionRow),
    paged: true,
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/attention/:attentionId/dismiss',
    summary: 'Take something off the list that needs nothing done',
    access: 'ops',
    scope: 'company',
    params: z.strictObject({ attentionId: Id }),
    body: z.strictObject({ reason: line('Reason', 500) }),
    reply: z.object({ id: Id }),
  }),
  mapSku: endpoint({
    method: 'POST',
    path: '/api/attention/map-sku',
    summary: 'Say which SKU a channel means by an item or a code; every order line that waits for it continues',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({
      channelId: Id.nullable(),
      code: line('Code', 200),
      /** The item that the mapping is for; without it the mapping is for lines that have only the code. */
      externalId: line('externalId', 200).nullish(),
      skuId: Id,
    }),
    reply: z.object({ lines: z.int(), orders: z.int() }),
  }),
}
