import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'
import { readAllListings } from './read-all-listings.ts'
import { readChangedListings } from './read-changed-listings.ts'

/** Reads the account's marketplaces one after another; those that the run has read before are passed over. */
export async function readListings(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  let progress = before
  for (const marketplaceId of twoWay.account.marketplaceIds) {
    if (progress.checkpoint.done.includes(marketplaceId)) continue
    const isBeingReadInFull = progress.checkpoint.reading?.marketplaceId === marketplaceId
    const changed = isBeingReadInFull ? null : await readChangedListings(twoWay, marketplaceId, progress)
    progress = changed ?? (await readAllListings(twoWay, marketplaceId, progress))
  }
  return progress
}
