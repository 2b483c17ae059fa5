import { enqueueOrderWebhook } from '../webhooks/tell-of-order.ts'
import type { MetaState } from '../world.ts'

/** Orders that Meta has looked at for long enough are the shop's to take. */
export function passChecks(world: MetaState, now: Date): void {
  for (const shop of world.shops) {
    for (const order of shop.orders) {
      const passedAt = Date.parse(order.created) + world.checkSeconds * 1000
      if (order.state !== 'FB_PROCESSING' || passedAt > now.getTime()) continue
      order.state = 'CREATED'
      order.lastUpdated = new Date(passedAt).toISOString()
      enqueueOrderWebhook(world, shop, order, now)
    }
  }
}
