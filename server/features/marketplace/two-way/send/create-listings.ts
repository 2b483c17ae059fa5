import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'
import { sendInBatches, skusPerBatch } from './in-rounds.ts'
import { createListing } from './make-listing.ts'
import { prepareListings } from './prepare-listings.ts'
import { listListingsToCreate } from './queries/planned.ts'

/** Makes the listings that are planned for a marketplace. */
export async function createListings(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return sendInBatches(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listListingsToCreate(tx, place, skusPerBatch)
      return planned.length === 0 ? null : prepareListings(tx, twoWay, marketplaceId, planned)
    },
    ask: (prepared) => createListing(twoWay, marketplaceId, prepared),
  })
}
