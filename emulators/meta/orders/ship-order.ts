import { z } from 'zod'
import { findOrder, idempotently, readBody, type Operation } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'
import { enqueueOrderWebhook } from '../webhooks.ts'
import { nextId } from '../state.ts'
import { openLines } from './cancel-order.ts'
import { countLines, LineCounts, touch } from './order.ts'

/** Some of Meta's carrier codes. */
const carriers = ['FEDEX', 'UPS', 'USPS', 'DHL', 'OTHER'] as const

const Body = z.strictObject({
  idempotency_key: z.string().min(1),
  external_shipment_id: z.string().regex(/^\w+$/).optional(),
  merchant_order_reference: z.string().optional(),
  items: LineCounts.optional(),
  tracking_info: z
    .strictObject({
      carrier: z.enum(carriers),
      tracking_number: z.string().min(1),
      shipping_method_name: z.string().optional(),
    })
    .optional(),
})

export const shipOrder: Operation = {
  name: 'shipments',
  method: 'POST',
  path: '/:version/:id/shipments',
  answer(call) {
    const order = findOrder(call, call.id)
    const { idempotency_key, items, tracking_info } = readBody(Body, call)
    return idempotently(call, idempotency_key, () => {
      if (order.state !== 'IN_PROGRESS') throw badParameter('The order has to be acknowledged before it is shipped')
      const lines = items ? countLines(order, items) : openLines(order)
      for (const { itemId, quantity } of lines) {
        const line = order.lines.find(({ id }) => id === itemId)
        if (line) line.shipped += quantity
      }
      const { carrier = '', tracking_number: trackingNumber = '' } = tracking_info ?? {}
      order.shipments.push({ id: nextId(call.state), carrier, trackingNumber, lines })
      touch(order, call.now)
      enqueueOrderWebhook(call.state, call.shop, order, call.now)
      return { success: true }
    })
  },
}
