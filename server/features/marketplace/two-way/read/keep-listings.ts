import { addListedSkus, followListedSkus } from '#server/features/products/queries/listed-skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Listing } from '#server/ports/listings.ts'
import { auditAddedSkus } from '../../sync/audit-added-skus.ts'
import { lastWords } from '../../sync/last-words.ts'
import { listNewCodes, nameNewProducts } from '../../sync/queries/sightings.ts'
import { takeTurn } from '../../sync/take-turn.ts'
import { keepTold, knownListedSkus, newListedProducts, newListedSkus, stageTold } from '../queries/told-listings.ts'
import type { TwoWay, TwoWayProgress } from '../two-way.ts'

type Read = { marketplaceId: string; listings: readonly Listing[]; readAt: Date }

/** Keeps what Amazon said of some listings. SKUs that are not known here are made, except for a preview. */
export async function keepListings(tx: Tx, { ctx, run }: TwoWay, { marketplaceId, listings, readAt }: Read) {
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  await takeTurn(tx, companyId)
  await stageTold(tx, place, lastWords(listings))
  const unknown = await listNewCodes(tx, 'told')
  if (run.mode !== 'dry_run') {
    if (unknown.length > 0) {
      await nameNewProducts(tx, 'told')
      await addListedSkus(tx, { companyId, seenAt: readAt }, { products: newListedProducts, skus: newListedSkus })
      await auditAddedSkus(tx, { ctx, run }, unknown)
    }
    await followListedSkus(tx, { companyId, seenAt: readAt }, knownListedSkus(place))
  }
  await keepTold(tx, place, { readAt, withNew: run.mode !== 'dry_run' })
  return ({ rowsRead, rowsCreated }: TwoWayProgress) => ({
    rowsRead: rowsRead + listings.length,
    rowsCreated: rowsCreated + unknown.length,
  })
}
