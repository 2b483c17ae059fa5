import type { TwoWay, TwoWayProgress } from '../two-way.ts'
import { inRounds, skusPerRound } from './in-rounds.ts'
import { makeListing } from './make-listing.ts'
import { prepareListings } from './prepare-listings.ts'
import { listPlannedListings } from './queries/planned.ts'

/** Makes the listings that are planned for a marketplace. */
export async function createListings(
  twoWay: TwoWay,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return inRounds(twoWay, marketplaceId, progress, {
    async prepare(tx) {
      const planned = await listPlannedListings(tx, place, skusPerRound)
      return planned.length === 0 ? null : prepareListings(tx, twoWay, marketplaceId, planned)
    },
    ask: (prepared) => makeListing(twoWay, marketplaceId, prepared),
  })
}
