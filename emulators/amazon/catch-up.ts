import { advanceOrders } from './fulfillment/life/catch-up.ts'
import { catchUpProcessing } from './processing/catch-up.ts'
import { processTransactions } from './vendor/settle.ts'
import type { AmazonState } from './world.ts'

/** Lets everything happen that the clock has brought since somebody last asked or told the stand-in something. */
export function catchUp(world: AmazonState, now: Date): void {
  for (const seller of Object.values(world.sellers)) {
    advanceOrders(world, seller, now)
    catchUpProcessing(world, seller, now)
    if (seller.vendor) processTransactions(seller.vendor, now)
  }
}
