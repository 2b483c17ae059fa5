import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient, CallOptions } from './client.ts'
import { getFulfillmentOrder } from './operations/fulfillment/read-order.ts'
import { isRejectedAs } from './refusal.ts'

/** Whether Amazon has an order under this id, after a refusal that may have been about an earlier one. */
export async function orderExists(
  client: AmazonClient,
  account: MarketplaceAccount,
  externalId: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    await client.call(account, getFulfillmentOrder, { sellerFulfillmentOrderId: externalId }, options)
    return true
  } catch (error) {
    if (isRejectedAs(error, 'order_not_found')) return false
    if (!(error instanceof Rejected || error instanceof Unavailable)) throw error
    throw new Unavailable(error.message, { mayHaveHappened: true })
  }
}
