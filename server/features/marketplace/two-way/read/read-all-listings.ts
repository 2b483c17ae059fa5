import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Listing } from '#server/ports/listings.ts'
import type { FullReading } from '../checkpoint.ts'
import { clearMissingListings } from '../queries/told-listings.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way.ts'
import { endReading } from './end-reading.ts'
import { storeListings } from './keep-listings.ts'

const skusPerCall = 20
const skusPerBatch = 400
const collectedAfterSeconds = 20

/** Has Amazon make a list of all SKUs at the marketplace and reads their listings, some hundreds at a time. */
export async function readAllListings(
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

/** The list that was asked for before is the one to go on with. */
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

/** In an order that is the same each time the list is collected. */
async function collectSkus({ account, listings }: TwoWaySync, { handle }: FullReading): Promise<string[]> {
  const list = await listings.collectSkuList(account, handle)
  switch (list.state) {
    case 'working':
      throw new Unavailable('Amazon is making the list of all SKUs.', { retryAfterSeconds: collectedAfterSeconds })
    case 'failed':
      throw new Rejected(`Amazon could not make the list of all SKUs: ${list.reason}`)
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
  // A clock that is behind the one that began the read must not make a listing look gone.
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
