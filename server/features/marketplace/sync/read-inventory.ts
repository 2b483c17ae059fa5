import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { StaleCursor, type StockCursor, type StockPage } from '#server/ports/marketplace.ts'
import {
  type InventorySync,
  type Progress,
  type Reading,
  resumeReading,
  rewindReading,
  type StockBatch,
} from './progress.ts'
import { findReadUntil, startOfDeltaRead } from './schedule-queries.ts'
import { saveBatch } from './write-batch.ts'

/** Reads the account's marketplaces one after another and skips those that the run has finished. */
export async function readInventory(sync: InventorySync): Promise<Progress> {
  let progress: Progress = sync.run
  for (const marketplaceId of sync.account.marketplaceIds) {
    if (progress.checkpoint.done.includes(marketplaceId)) continue
    progress = await readMarketplace(sync, marketplaceId, progress)
  }
  return progress
}

/** After so many restarts within one attempt Amazon is too slow for its own cursors. */
const maxAttempts = 3

async function readMarketplace(sync: InventorySync, marketplaceId: string, before: Progress): Promise<Progress> {
  let progress = before
  let cause: unknown
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
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
  throw new Unavailable(say('Amazon responds too slowly to read all stock.'), { cause })
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

/** Amazon keeps changes for 18 months. After a pause of a year everything is read. */
const maxPauseMilliseconds = 365 * 24 * 3_600_000

async function beginReading({ ctx, run }: InventorySync, marketplaceId: string, progress: Progress): Promise<Reading> {
  const beganAt = ctx.clock.now()
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId, kind: 'inventory' } as const
  const readUntil = run.mode === 'delta' ? await ctx.transaction((tx) => findReadUntil(tx, place)) : null
  const isRecent = readUntil && beganAt.getTime() - readUntil.getTime() < maxPauseMilliseconds
  return {
    marketplaceId,
    changedSince: isRecent ? startOfDeltaRead(readUntil) : null,
    beganAt,
    cursor: null,
    readBefore: progress.rowsRead,
    elsewhereBefore: progress.rowsElsewhere,
  }
}

const rowsPerBatch = 1_000

const maxBatchMilliseconds = 5_000

type ReadPage = (cursor: StockCursor | null, signal: AbortSignal) => Promise<StockPage>

/**
 * Prefetches the next page while a batch is being written. Rows read before a failure are yielded before the failure is
 * thrown.
 */
export async function* readBatches(readPage: ReadPage, from: StockCursor | null): AsyncGenerator<StockBatch> {
  const ended = new AbortController()
  const ask = (cursor: StockCursor | null) => withoutUnhandledRejection(readPage(cursor, ended.signal))
  let nextPage: Promise<StockPage> | null = ask(from)
  let batch: StockBatch | null = null
  try {
    while (nextPage) {
      const page: StockPage = await nextPage
      nextPage = page.next && ask(page.next)
      if (batch && page.readAt.getTime() - batch.readAt.getTime() >= maxBatchMilliseconds) {
        yield batch
        batch = null
      }
      batch = appendPage(batch, page)
      if (batch.rows.length < rowsPerBatch && nextPage) continue
      yield batch
      batch = null
    }
  } catch (error) {
    if (batch) yield batch
    throw error
  } finally {
    ended.abort()
  }
}

/**
 * A prefetched page may fail before anyone awaits it. The empty handler prevents an unhandled rejection; the awaiting
 * caller still gets the error.
 */
function withoutUnhandledRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

function appendPage(batch: StockBatch | null, page: StockPage): StockBatch {
  const { readAt, next, waited, parsed } = page
  if (!batch) return { rows: [...page.rows], readAt, next, waited, parsed }
  batch.rows.push(...page.rows)
  return { ...batch, next, waited: batch.waited + waited, parsed: batch.parsed + parsed }
}
