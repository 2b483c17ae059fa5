import type { Tx } from '#server/platform/db/client.ts'
import { cancelHolds, skusOfRelease, type Release } from './queries/holds.ts'
import { lockLevels, settleLevels } from './queries/levels.ts'

type Cancelled = { companyId: string; at: Date } & ({ orderId: string } | { fulfillmentId: string })

/** The order, or one of its fulfilments, was cancelled: its units are free again. */
export async function releaseHolds(tx: Tx, cancelled: Cancelled): Promise<void> {
  const release: Release = 'orderId' in cancelled ? { ...cancelled, orderIds: [cancelled.orderId] } : cancelled
  const skus = skusOfRelease(release)
  await lockLevels(tx, release.companyId, skus)
  await cancelHolds(tx, release)
  await settleLevels(tx, release.companyId, skus, release.at)
}
