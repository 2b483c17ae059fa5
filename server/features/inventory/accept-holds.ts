import type { Tx } from '#server/platform/db/client.ts'
import { endHoldsAlreadyCounted, moveToFulfillment, skusOfFulfillment, type Acceptance } from './queries/holds.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'

/** Amazon has agreed to ship the units of a fulfilment: Amazon's next count is without them. The first word counts. */
export async function acceptHolds(tx: Tx, acceptance: Acceptance): Promise<void> {
  const { companyId, fulfillmentId, acceptedAt } = acceptance
  const skus = skusOfFulfillment(companyId, fulfillmentId)
  await lockLevels(tx, companyId, skus)
  await moveToFulfillment(tx, acceptance)
  await endHoldsAlreadyCounted(tx, acceptance)
  await refreshLevels(tx, companyId, skus, acceptedAt)
}
