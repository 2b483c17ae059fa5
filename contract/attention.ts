import { z } from 'zod'
import { attentionCodes } from './order-words.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { PageQuery } from './paging.ts'

/** One thing that waits for a person: an order, or a delivery that did not become one. */
export const AttentionRow = z.object({
  id: Id,
  code: z.enum(attentionCodes),
  reason: z.string(),
  remedy: z.string(),
  raisedAt: Moment,
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  externalOrderId: z.string().nullable(),
  deliveryId: Id.nullable(),
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  /** Codes of order lines that are nobody's yet. */
  unknownSkus: z.array(z.string()),
})
export type AttentionRow = z.output<typeof AttentionRow>

export const attentionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/attention',
    summary: 'What waits for a person, oldest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend({ channelId: Id.optional() }),
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
    summary: 'Say which SKU a channel means by a code; every order line that waits for it goes on',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({ channelId: Id.nullable(), code: line('Code', 200), skuId: Id }),
    reply: z.object({ lines: z.int(), orders: z.int() }),
  }),
}
