import { z } from 'zod'
import { findOrder, idempotently, type Operation, readBody } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'
import { type MetaState, nextId, type Shop } from '../state.ts'
import { enqueueOrderWebhook } from '../webhooks.ts'
import { countLines, type LineCount, LineCounts, openUnits, type Order, touch } from './order.ts'

const cancelReasons = [
  'CUSTOMER_REQUESTED',
  'OUT_OF_STOCK',
  'INVALID_ADDRESS',
  'SUSPICIOUS_ORDER',
  'CANCEL_REASON_OTHER',
] as const

const Body = z.strictObject({
  idempotency_key: z.string().min(1),
  cancel_reason: z
    .strictObject({ reason_code: z.enum(cancelReasons).optional(), reason_description: z.string().optional() })
    .optional(),
  restock_items: z.boolean().default(false),
  items: LineCounts.optional(),
})

export const cancelOrder: Operation = {
  name: 'cancellations',
  method: 'POST',
  path: '/:version/:id/cancellations',
  answer(call) {
    const order = findOrder(call, call.id)
    const { idempotency_key, cancel_reason, items } = readBody(Body, call)
    return idempotently(call, idempotency_key, () => {
      if (order.state === 'FB_PROCESSING') throw badParameter('The order is still being processed')
      if (openLines(order).length === 0) throw badParameter('There is nothing left on the order to cancel')
      const what = {
        counts: items ? countLines(order, items) : null,
        reasonCode: cancel_reason?.reason_code ?? 'CANCEL_REASON_OTHER',
        description: cancel_reason?.reason_description ?? '',
      }
      cancelLines(call.state, call.shop, order, what, call.now)
      return { success: true }
    })
  },
}

/** Cancels the given units, or all unshipped ones. The caller has checked the quantities. */
export function cancelLines(
  state: MetaState,
  shop: Shop,
  order: Order,
  { counts, reasonCode, description }: { counts: LineCount[] | null; reasonCode: string; description: string },
  now: Date,
): void {
  const lines = counts ?? openLines(order)
  for (const { itemId, quantity } of lines) {
    const line = order.lines.find(({ id }) => id === itemId)
    if (line) line.cancelled += quantity
  }
  order.cancellations.push({ id: nextId(state), reasonCode, description, lines })
  touch(order, now)
  enqueueOrderWebhook(state, shop, order, now)
}

export const openLines = ({ lines }: Order): LineCount[] =>
  lines
    .map((line) => ({ itemId: line.id, retailerId: line.retailerId, quantity: openUnits(line) }))
    .filter(({ quantity }) => quantity > 0)
