import { z } from 'zod'
import { idempotently, readBody, assertAccount, type Call, type Operation } from '../graph/operation.ts'
import { enqueueOrderWebhook } from '../webhooks.ts'
import { touch } from './order.ts'

const Body = z.strictObject({
  idempotency_key: z.string().min(1),
  orders: z
    .array(z.strictObject({ id: z.string(), merchant_order_reference: z.string().optional() }))
    .min(1)
    .max(100),
})

export const acknowledgeOrders: Operation = {
  name: 'acknowledge_orders',
  method: 'POST',
  path: '/:version/:id/acknowledge_orders',
  answer(call) {
    assertAccount(call)
    const { idempotency_key, orders } = readBody(Body, call)
    return idempotently(call, idempotency_key, () => ({
      orders: orders.map(({ id, merchant_order_reference }) => acknowledge(call, id, merchant_order_reference ?? null)),
    }))
  },
}

/** Each order has its own result: a refused one does not stop the others. */
function acknowledge({ state, shop, now }: Call, id: string, reference: string | null): object {
  const order = shop.orders.find((one) => one.id === id)
  if (order?.state !== 'CREATED') {
    return { id, error: { error_code: 2_361_003, error_message: 'The order is not in the CREATED state.' } }
  }
  order.state = 'IN_PROGRESS'
  order.merchantOrderId = reference
  touch(order, now)
  enqueueOrderWebhook(state, shop, order, now)
  return { id, state: order.state }
}
