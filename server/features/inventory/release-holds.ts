import type { Tx } from '#server/platform/db/client.ts'
import { cancelHolds, skusOfRelease, type Release } from './queries/holds.ts'
import { lockLevels, settleLevels } from './queries/levels.ts'

/** The order, or one of its fulfilments, was cancelled: its units are free again. */
export async function releaseHolds(tx: Tx, release: Release): Promise<void> {
  const skus = skusOfRelease(release)
  await lockLevels(tx, release.companyId, skus)
  await cancelHolds(tx, release)
  await settleLevels(tx, release.companyId, skus, release.at)
}
