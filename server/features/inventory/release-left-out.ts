import type { Tx } from '#server/platform/db/client.ts'
import { skusOfFulfillment } from './queries/holds.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'
import { cutHoldsToSent } from './queries/partial-holds.ts'

type FulfillmentToCut = { companyId: string; fulfillmentId: string; at: Date }

/** Amazon has left units of a fulfilment out for good: they are free again, the others stay held. */
export async function releaseUnfulfillable(tx: Tx, fulfillment: FulfillmentToCut): Promise<void> {
  const { companyId, fulfillmentId, at } = fulfillment
  const skus = skusOfFulfillment(companyId, fulfillmentId)
  await lockLevels(tx, companyId, skus)
  await cutHoldsToSent(tx, fulfillment)
  await refreshLevels(tx, companyId, skus, at)
}
