import { catchUpOrders } from './fulfillment/life/catch-up.ts'
import { catchUpProcessing } from './processing/catch-up.ts'
import { settle } from './vendor/settle.ts'
import type { World } from './world.ts'

/** Lets everything happen that the clock has brought since somebody last asked or told the stand-in something. */
export function catchUp(world: World, now: Date): void {
  for (const seller of Object.values(world.sellers)) {
    catchUpOrders(world, seller, now)
    catchUpProcessing(world, seller, now)
    if (seller.vendor) settle(seller.vendor, now)
  }
}
