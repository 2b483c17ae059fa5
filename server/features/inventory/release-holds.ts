import type { Tx } from '#server/platform/db/client.ts'
import { cancelHolds, skusOfRelease, type Release } from './queries/holds.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'

type CancelledHolds = { companyId: string; at: Date } & ({ orderId: string } | { fulfillmentId: string })

/** The order, or one of its fulfilments, was cancelled: its units are free again. */
export async function releaseHolds(tx: Tx, cancelled: CancelledHolds): Promise<void> {
  const release: Release = 'orderId' in cancelled ? { ...cancelled, orderIds: [cancelled.orderId] } : cancelled
  const skus = skusOfRelease(release)
  await lockLevels(tx, release.companyId, skus)
  await cancelHolds(tx, release)
  await refreshLevels(tx, release.companyId, skus, release.at)
}
