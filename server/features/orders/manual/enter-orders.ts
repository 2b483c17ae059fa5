import type { Sentence } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { manualOrders } from '#server/platform/db/schema/orders.ts'
import { ingestEvents } from '../intake/ingest-events.ts'
import type { OrderEvent } from '../intake/order-events.ts'

/** An order of no channel, from the form or from a file. */
export type OrderToEnter = {
  requestId: string
  /** The number that the company gave it. */
  number: string | null
  customerId?: string | null
  replacesOrderId?: string | null
  messagesCustomer: boolean
  /** First entry of the timeline, without personal data. */
  description: Sentence
  order: Omit<OrderData, 'externalOrderId'>
}

export type EnteredOrder = { orderId: string; orderNumber: string; isNew: boolean }

/**
 * Takes orders in by the same way as those of channels, in the caller's transaction: units are held, and whatever stops an order raises
 * attention. An order whose number is known is left alone. One result per order.
 */
export async function enterOrders(
  tx: Tx,
  ctx: CompanyContext,
  entered: readonly OrderToEnter[],
): Promise<EnteredOrder[]> {
  const results = await ingestEvents(
    tx,
    ctx,
    entered.map((one) => toEvent(ctx, one)),
  )
  const orders = results.map((result) => {
    if (result.orderId === null) throw new Error('Ingesting a whole order always returns its id')
    return result
  })
  const rows = entered.flatMap(({ requestId, replacesOrderId = null, messagesCustomer }, at) => {
    const placed = orders[at]
    if (!placed?.isNew) return []
    return [{ companyId: ctx.companyId, orderId: placed.orderId, requestId, replacesOrderId, messagesCustomer }]
  })
  await insertRows(tx, manualOrders, rows)
  return orders
}

const toEvent = (
  { actor }: CompanyContext,
  { requestId, number, customerId = null, messagesCustomer, description, order }: OrderToEnter,
): OrderEvent => ({
  channelId: null,
  externalOrderId: number ?? requestId,
  eventType: 'order.created',
  at: null,
  order: { ...order, externalOrderId: number ?? requestId },
  by: actor,
  manual: { description, customerId, messagesCustomer, hasOwnNumber: number !== null },
})
