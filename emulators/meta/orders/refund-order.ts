import { z } from 'zod'
import { findOrder, idempotently, readBody, type Operation } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'
import { nextId } from '../state.ts'
import { countLines, LineCounts, touch } from './order.ts'

const reasons = [
  'BUYERS_REMORSE',
  'DAMAGED_GOODS',
  'NOT_AS_DESCRIBED',
  'QUALITY_ISSUE',
  'REFUND_FOR_RETURN',
  'REFUND_REASON_OTHER',
  'WRONG_ITEM',
] as const

const Money = z.strictObject({ amount: z.string().regex(/^\d+\.\d{2}$/), currency: z.string().length(3) })

const Body = z.strictObject({
  idempotency_key: z.string().min(1),
  reason_code: z.enum(reasons),
  reason_text: z.string().optional(),
  items: LineCounts.optional(),
  shipping: z.strictObject({ shipping_refund: Money }).optional(),
})

export const refundOrder: Operation = {
  name: 'refunds',
  method: 'POST',
  path: '/:version/:id/refunds',
  answer(call) {
    const order = findOrder(call, call.id)
    const { idempotency_key, reason_code, items, shipping } = readBody(Body, call)
    return idempotently(call, idempotency_key, () => {
      const refundable = order.lines.filter(({ shipped, refunded }) => shipped > refunded)
      if (refundable.length === 0) throw badParameter('Only shipped items can be refunded')
      const counts = items
        ? countLines(order, items, ({ shipped, refunded }) => shipped - refunded)
        : refundable.map(({ id, retailerId, shipped, refunded }) => ({
            itemId: id,
            retailerId,
            quantity: shipped - refunded,
          }))
      let amount = Math.round(Number(shipping?.shipping_refund.amount ?? 0) * 100)
      for (const { itemId, quantity } of counts) {
        const line = order.lines.find(({ id }) => id === itemId)
        if (!line) continue
        line.refunded += quantity
        amount += line.price * quantity
      }
      order.refunds.push({ id: nextId(call.state), reasonCode: reason_code, amount })
      touch(order, call.now)
      return { success: true }
    })
  },
}
