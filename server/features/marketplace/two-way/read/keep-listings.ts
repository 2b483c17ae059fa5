import { addListedSkus, updateListedSkus } from '#server/features/products/queries/listed-skus.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Listing } from '#server/ports/listings.ts'
import { auditAddedSkus } from '../../sync/audit-added-skus.ts'
import { lastRowPerSku } from '../../sync/last-words.ts'
import { listNewSkuCodes, assignNewProducts } from '../../sync/queries/sightings.ts'
import { lockStockWrites } from '../../sync/take-turn.ts'
import {
  upsertStagedListings,
  knownListedSkus,
  newListedProducts,
  newListedSkus,
  stageListings,
} from '../queries/told-listings.ts'
import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'

type ListingsRead = { marketplaceId: string; listings: readonly Listing[]; readAt: Date }

/** Keeps what Amazon said of some listings. SKUs that are not known here are made, except for a preview. */
export async function storeListings(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  { marketplaceId, listings, readAt }: ListingsRead,
) {
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  await lockStockWrites(tx, companyId)
  await stageListings(tx, place, lastRowPerSku(listings))
  const unknown = await listNewSkuCodes(tx, 'told')
  if (run.mode !== 'dry_run') {
    if (unknown.length > 0) {
      await assignNewProducts(tx, 'told')
      await addListedSkus(tx, { companyId, seenAt: readAt }, { products: newListedProducts, skus: newListedSkus })
      await auditAddedSkus(tx, { ctx, run }, unknown)
    }
    await updateListedSkus(tx, { companyId, seenAt: readAt }, knownListedSkus(place))
  }
  await upsertStagedListings(tx, place, { readAt, withNew: run.mode !== 'dry_run' })
  return ({ rowsRead, rowsCreated }: TwoWayProgress) => ({
    rowsRead: rowsRead + listings.length,
    rowsCreated: rowsCreated + unknown.length,
  })
}
