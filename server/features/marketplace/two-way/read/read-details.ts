import { fillFromCatalog } from '#server/features/products/amazon-listing-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import { findItemsWithoutDetails, storeDetails, type ItemsWithoutDetails } from './queries.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way-run.ts'

const asinsPerCall = 20
const asinsPerBatch = 200
const maxPerRun = 2_000
const maxAgeMilliseconds = 7 * 24 * 3_600_000

/**
 * Reads images, dimensions and similar facts from Amazon's catalog for listings without them or with facts older than a
 * week. A preview stores only what it needs for comparing.
 */
export async function readDetails(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  let progress = before
  while (progress.checkpoint.detailed < maxPerRun) {
    const items = await findNext(twoWay)
    if (!items) return progress
    progress = await readBatch(twoWay, items, progress)
  }
  return progress
}

async function findNext({ ctx, run }: TwoWaySync): Promise<ItemsWithoutDetails | null> {
  const account = { companyId: ctx.companyId, accountId: run.accountId }
  const readBefore = new Date(ctx.clock.now().getTime() - maxAgeMilliseconds)
  const isPreview = run.mode === 'dry_run'
  return ctx.transaction((tx) => findItemsWithoutDetails(tx, account, { readBefore, isPreview, limit: asinsPerBatch }))
}

async function readBatch(
  twoWay: TwoWaySync,
  { marketplaceId, asins }: ItemsWithoutDetails,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId }
  const readAt = ctx.clock.now()
  const facts = await readFacts(twoWay, marketplaceId, asins)
  return commitStep(twoWay, async (tx) => {
    const isPreview = run.mode === 'dry_run'
    const skus = await storeDetails(tx, place, { asins, facts, readAt: isPreview ? null : readAt })
    if (!isPreview) {
      const filled = await fillFromCatalog(tx, ctx.companyId, skus, facts)
      if (filled > 0) {
        await recordAudit(tx, ctx, {
          action: 'amazon.fill-details',
          resource: 'sync-run',
          resourceId: run.id,
          companyId: ctx.companyId,
          after: { filled },
        })
      }
    }
    const { checkpoint } = progress
    return { ...progress, checkpoint: { ...checkpoint, detailed: checkpoint.detailed + asins.length } }
  })
}

async function readFacts({ account, listings }: TwoWaySync, marketplaceId: string, asins: string[]) {
  const calls: Promise<CatalogFacts[]>[] = []
  for (let first = 0; first < asins.length; first += asinsPerCall) {
    calls.push(listings.readCatalog(account, marketplaceId, asins.slice(first, first + asinsPerCall)))
  }
  return (await Promise.all(calls)).flat()
}
