import { asMessage, say } from '#contract/i18n.ts'
import { addListedSkus, updateListedSkus } from '#server/features/products/amazon-listing-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Listing } from '#server/ports/listings.ts'
import {
  findReadUntil,
  fullReadDueBefore,
  isFullReadDue,
  startOfDeltaRead,
  upsertReadUntil,
} from '../../sync/schedule-queries.ts'
import { assignNewProducts, listNewSkuCodes, lockStockWrites } from '../../sync/staging-queries.ts'
import { auditAddedSkus, lastRowPerSku } from '../../sync/write-batch.ts'
import { commitStep, type FullReading, type TwoWayProgress, type TwoWaySync } from '../two-way-run.ts'
import {
  clearMissingListings,
  knownListedSkus,
  newListedProducts,
  newListedSkus,
  stageListings,
  upsertStagedListings,
} from './queries.ts'

/** Reads the account's marketplaces one after another and skips those that the run has finished. */
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

/** Amazon does not page beyond 1,000 results. */
const maxChanged = 1_000

/** Reads listings changed since the last read; null when a full read is needed. */
async function readChangedListings(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress | null> {
  const beganAt = twoWay.ctx.clock.now()
  const since = await changedSince(twoWay, marketplaceId)
  const changed = since && (await readChanges(twoWay, marketplaceId, since))
  if (!changed) return null
  return commitStep(twoWay, async (tx) => {
    const read = await storeListings(tx, twoWay, { marketplaceId, listings: changed, readAt: beganAt })
    return endReading(tx, twoWay, { marketplaceId, beganAt, isFull: false }, { ...progress, ...read(progress) })
  })
}

/** Null when a full read is needed: requested, due, or never done. */
async function changedSince({ ctx, run }: TwoWaySync, marketplaceId: string): Promise<Date | null> {
  if (run.mode === 'full') return null
  const account = { companyId: ctx.companyId, accountId: run.accountId, kind: 'two_way' } as const
  const readUntil = await ctx.transaction(async (tx) => {
    const isDue = await isFullReadDue(tx, account, fullReadDueBefore(ctx.clock.now()))
    return isDue ? null : findReadUntil(tx, { ...account, marketplaceId })
  })
  return readUntil && startOfDeltaRead(readUntil)
}

/** Null when Amazon has more changes than can be paged through. */
async function readChanges(
  { account, listings }: TwoWaySync,
  marketplaceId: string,
  since: Date,
): Promise<Listing[] | null> {
  const changed: Listing[] = []
  let page: string | null = null
  do {
    const answer = await listings.readChanged(account, { marketplaceId, since, ...(page !== null && { page }) })
    if (answer.total > maxChanged) return null
    changed.push(...answer.listings)
    page = answer.next
  } while (page !== null)
  return changed
}

const skusPerCall = 20

const skusPerBatch = 400

const reportPollSeconds = 20

/** Requests a report of all SKUs in the marketplace and reads their listings, 400 at a time. */
async function readAllListings(
  twoWay: TwoWaySync,
  marketplaceId: string,
  before: TwoWayProgress,
): Promise<TwoWayProgress> {
  let progress = await beginReading(twoWay, marketplaceId, before)
  const { reading } = progress.checkpoint
  if (!reading) return progress
  const skus = await collectSkus(twoWay, reading)
  for (let position = reading.position; position < skus.length; position += skusPerBatch) {
    const batch = skus.slice(position, position + skusPerBatch)
    progress = await readBatch(twoWay, { ...reading, position: position + batch.length }, batch, progress)
  }
  return commitStep(twoWay, async (tx) => {
    const place = { companyId: twoWay.ctx.companyId, accountId: twoWay.run.accountId, marketplaceId }
    await clearMissingListings(tx, place, reading.beganAt)
    return endReading(tx, twoWay, { marketplaceId, beganAt: reading.beganAt, isFull: true }, progress)
  })
}

/** Continues with the report that was requested before, if there is one. */
async function beginReading(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  if (progress.checkpoint.reading?.marketplaceId === marketplaceId) return progress
  const beganAt = twoWay.ctx.clock.now()
  const handle = await twoWay.listings.beginSkuList(twoWay.account, marketplaceId)
  const reading = { marketplaceId, beganAt, handle, position: 0 }
  return commitStep(twoWay, async () => ({ ...progress, checkpoint: { ...progress.checkpoint, reading } }))
}

/** Sorted, so that the position in the checkpoint stays valid when the report is collected again. */
async function collectSkus({ account, listings }: TwoWaySync, { handle }: FullReading): Promise<string[]> {
  const list = await listings.collectSkuList(account, handle)
  switch (list.state) {
    case 'working':
      throw new Unavailable(say('Amazon is preparing the list of all SKUs.'), {
        retryAfterSeconds: reportPollSeconds,
        isWorkingOnIt: true,
      })
    case 'failed':
      throw new Rejected(
        say('Amazon couldn’t prepare the list of all SKUs: {reason}', { reason: asMessage(list.reason) }),
      )
    case 'done':
      return [...new Set(list.result)].toSorted()
  }
}

async function readBatch(
  twoWay: TwoWaySync,
  reading: FullReading,
  skus: string[],
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { marketplaceId, beganAt } = reading
  // A worker whose clock is behind the one that began the read must not make a listing look missing.
  const readAt = new Date(Math.max(twoWay.ctx.clock.now().getTime(), beganAt.getTime()))
  const listings = await readEach(twoWay, marketplaceId, skus)
  return commitStep(twoWay, async (tx) => {
    const read = await storeListings(tx, twoWay, { marketplaceId, listings, readAt })
    return { ...progress, ...read(progress), checkpoint: { ...progress.checkpoint, reading } }
  })
}

async function readEach({ account, listings }: TwoWaySync, marketplaceId: string, skus: string[]): Promise<Listing[]> {
  const calls: Promise<Listing[]>[] = []
  for (let first = 0; first < skus.length; first += skusPerCall) {
    calls.push(listings.readListings(account, marketplaceId, skus.slice(first, first + skusPerCall)))
  }
  return (await Promise.all(calls)).flat()
}

type ListingsRead = { marketplaceId: string; listings: readonly Listing[]; readAt: Date }

/** Stores listings as read from Amazon. Creates unknown SKUs, except in a preview. */
async function storeListings(tx: Tx, { ctx, run }: TwoWaySync, { marketplaceId, listings, readAt }: ListingsRead) {
  const { companyId } = ctx
  const place = { companyId, accountId: run.accountId, marketplaceId }
  await lockStockWrites(tx, companyId)
  await stageListings(tx, place, lastRowPerSku(listings))
  const unknown = await listNewSkuCodes(tx, 'staged_listings')
  if (run.mode !== 'dry_run') {
    if (unknown.length > 0) {
      await assignNewProducts(tx, 'staged_listings')
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

type EndedReading = { marketplaceId: string; beganAt: Date; isFull: boolean }

/** Marks a marketplace as read. A preview does not save the date, because it did not create unknown SKUs. */
async function endReading(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  { marketplaceId, beganAt, isFull }: EndedReading,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId, kind: 'two_way' } as const
  if (run.mode !== 'dry_run') await upsertReadUntil(tx, place, beganAt, isFull)
  const { checkpoint } = progress
  const done = [...checkpoint.done, marketplaceId]
  const readAt = checkpoint.readAt ?? ctx.clock.now()
  return { ...progress, checkpoint: { ...checkpoint, done, readAt, reading: null } }
}
