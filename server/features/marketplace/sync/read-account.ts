import { Unavailable } from '#server/ports/failure.ts'
import { StaleCursor, type StockCursor } from '#server/ports/marketplace.ts'
import { resumeReading, rewindReading, type Progress, type Reading } from './progress.ts'
import { findReadUntil } from './queries/state.ts'
import { readBatches } from './read-batches.ts'
import { startOfDeltaRead } from './since-last-read.ts'
import type { InventorySync } from './sync.ts'
import { saveBatch } from './take-batch.ts'

/** Reads the account's marketplaces one after another; those that the run has read before are passed over. */
export async function readInventory(sync: InventorySync): Promise<Progress> {
  let progress: Progress = sync.run
  for (const marketplaceId of sync.account.marketplaceIds) {
    if (progress.checkpoint.done.includes(marketplaceId)) continue
    progress = await readMarketplace(sync, marketplaceId, progress)
  }
  return progress
}

/** More than this in one attempt means that Amazon is too slow for its own cursors now. */
const mostBeginnings = 3

async function readMarketplace(sync: InventorySync, marketplaceId: string, before: Progress): Promise<Progress> {
  let progress = before
  let cause: unknown
  for (let beginnings = 0; beginnings < mostBeginnings; beginnings += 1) {
    const resumed = resumeReading(progress, marketplaceId, sync.ctx.clock.now())
    if (!resumed) progress = rewindReading(progress, marketplaceId)
    const reading = resumed ?? (await beginReading(sync, marketplaceId, progress))
    try {
      for await (const batch of readBatches(pageReader(sync, reading), reading.cursor)) {
        progress = await saveBatch(sync, { reading, batch, progress })
      }
      return progress
    } catch (error) {
      if (!(error instanceof StaleCursor)) throw error
      progress = rewindReading(progress, marketplaceId)
      cause = error
    }
  }
  throw new Unavailable('Amazon answers too slowly to read its stock from beginning to end.', { cause })
}

const pageReader =
  ({ marketplace, account }: InventorySync, { marketplaceId, changedSince }: Reading) =>
  (cursor: StockCursor | null, signal: AbortSignal) =>
    marketplace.readStock(account, {
      marketplaceId,
      signal,
      ...(changedSince && { changedSince }),
      ...(cursor && { cursor }),
    })

/** Amazon looks back 18 months; after so long a pause all of it is read. */
const longestPauseMilliseconds = 365 * 24 * 3_600_000

async function beginReading({ ctx, run }: InventorySync, marketplaceId: string, progress: Progress): Promise<Reading> {
  const beganAt = ctx.clock.now()
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId, kind: 'inventory' } as const
  const readUntil = run.mode === 'delta' ? await ctx.transaction((tx) => findReadUntil(tx, place)) : null
  const isRecent = readUntil && beganAt.getTime() - readUntil.getTime() < longestPauseMilliseconds
  return {
    marketplaceId,
    changedSince: isRecent ? startOfDeltaRead(readUntil) : null,
    beganAt,
    cursor: null,
    readBefore: progress.rowsRead,
    elsewhereBefore: progress.rowsElsewhere,
  }
}
