import type { Order } from '../orders/order.ts'
import type { Shop, MetaState } from '../world.ts'
import { isDelivered } from './send-due.ts'

/**
 * Says that an order changed. Meta's public papers describe the envelope (`object`, `entry`, `changes`) and its
 * signature; that the field is called `commerce_orders` and what its value holds is our reading, not theirs.
 */
export function enqueueOrderWebhook(world: MetaState, shop: Shop, order: Order, now: Date): void {
  if (!world.subscription) return
  const body = JSON.stringify({
    object: 'commerce_account',
    entry: [
      {
        id: shop.accountId,
        time: Math.floor(now.getTime() / 1000),
        changes: [{ field: 'commerce_orders', value: { order_id: order.id, state: order.state } }],
      },
    ],
  })
  const waiting = world.deliveries.filter((delivery) => !isDelivered(delivery))
  world.deliveries = [...waiting, { body, dueAt: now.toISOString(), tries: 0, answered: null }]
}
