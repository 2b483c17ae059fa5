import { z } from 'zod'
import { type DifferenceCause, differenceCauses, type SyncMode } from '#contract/marketplace-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Marketplace, MarketplaceAccount, StockCursor, StockRow } from '#server/ports/marketplace.ts'

const Moment = z.coerce.date()

const Cursor = z.object({ token: z.string(), madeAt: Moment })

/** The marketplace being read. `…Before` are the counters before this read, for rewindReading. */
const StoredReading = z.object({
  marketplaceId: z.string(),
  changedSince: Moment.nullable(),
  beganAt: Moment,
  cursor: Cursor,
  readBefore: z.int(),
  elsewhereBefore: z.int(),
})

/**
 * How far a run has come. Saved in the transaction that writes the rows, so that another process can continue from
 * there.
 */
const Checkpoint = z.object({
  done: z.array(z.string()),
  reading: StoredReading.nullable(),
  causes: z.partialRecord(z.enum(differenceCauses), z.int()),
  milliseconds: z.object({ waited: z.number(), parsed: z.number(), written: z.number() }),
})

type Checkpoint = z.output<typeof Checkpoint>

const initialCheckpoint: Checkpoint = {
  done: [],
  reading: null,
  causes: {},
  milliseconds: { waited: 0, parsed: 0, written: 0 },
}

export const parseCheckpoint = (stored: unknown): Checkpoint =>
  stored === null ? initialCheckpoint : Checkpoint.parse(stored)

/** Counters of a run, and a checkpoint whose shape depends on the kind of sync. */
export type Progress<RunCheckpoint = Checkpoint> = {
  rowsRead: number
  rowsChanged: number
  rowsCreated: number
  rowsElsewhere: number
  differences: number
  checkpoint: RunCheckpoint
}

export type Run<RunCheckpoint = Checkpoint> = {
  id: string
  accountId: string
  mode: SyncMode
  startedAt: Date
  jobId: string | null
} & Progress<RunCheckpoint>

/** A run with everything that executing it needs. */
export type InventorySync = {
  ctx: CompanyContext
  run: Run
  account: MarketplaceAccount
  marketplace: Marketplace
  notifier: ProgressNotifier
}

export type ProgressNotifier = { notify(tx: Tx, progress: { hasNewSkus: boolean; isLast?: boolean }): Promise<void> }

/** The read of one marketplace, from the start or, with a cursor, from where another process stopped. */
export type Reading = {
  marketplaceId: string
  changedSince: Date | null
  beganAt: Date
  cursor: StockCursor | null
  readBefore: number
  elsewhereBefore: number
}

/** The unfinished read of a marketplace whose cursor is still valid; null when it has to start again. */
export function resumeReading({ checkpoint }: Progress, marketplaceId: string, now: Date): Reading | null {
  const { reading } = checkpoint
  return reading?.marketplaceId === marketplaceId && isCursorFresh(reading.cursor, now) ? reading : null
}

/** Amazon invalidates a cursor after 30 seconds; five of them are left for the call itself. */
const cursorLifetime = 25_000

const isCursorFresh = (cursor: StockCursor, now: Date) => now.getTime() - cursor.madeAt.getTime() < cursorLifetime

/**
 * Removes the counts of an aborted read of the marketplace. Its rows stay written; they are counted again when they are
 * read again.
 */
export function rewindReading(progress: Progress, marketplaceId: string): Progress {
  const { reading } = progress.checkpoint
  if (reading?.marketplaceId !== marketplaceId) return progress
  return {
    ...progress,
    rowsRead: reading.readBefore,
    rowsElsewhere: reading.elsewhereBefore,
    checkpoint: { ...progress.checkpoint, reading: null },
  }
}

/**
 * Pages that are written in one transaction. The batch counts as read when its first page was: a hold that Amazon
 * accepted in between ends with the next read, a few seconds late but never too early.
 */
export type StockBatch = {
  rows: StockRow[]
  readAt: Date
  next: StockCursor | null
  waited: number
  parsed: number
}

export type BatchResult = {
  changed: number
  created: number
  elsewhere: number
  differences: number
  causes: CauseCounts
}

export type CauseCounts = Partial<Record<DifferenceCause, number>>

export function advanceProgress(
  progress: Progress,
  reading: Reading,
  batch: StockBatch,
  result: BatchResult,
): Progress {
  const { checkpoint } = progress
  const { waited, parsed, written } = checkpoint.milliseconds
  return {
    rowsRead: progress.rowsRead + batch.rows.length,
    rowsChanged: progress.rowsChanged + result.changed,
    rowsCreated: progress.rowsCreated + result.created,
    rowsElsewhere: progress.rowsElsewhere + result.elsewhere,
    differences: progress.differences + result.differences,
    checkpoint: {
      ...(batch.next
        ? { done: checkpoint.done, reading: { ...reading, cursor: batch.next } }
        : { done: [...checkpoint.done, reading.marketplaceId], reading: null }),
      causes: result.causes,
      milliseconds: { waited: waited + batch.waited, parsed: parsed + batch.parsed, written },
    },
  }
}

export function addWriteTime(progress: Progress, milliseconds: number): Progress {
  const { checkpoint } = progress
  const written = checkpoint.milliseconds.written + milliseconds
  return { ...progress, checkpoint: { ...checkpoint, milliseconds: { ...checkpoint.milliseconds, written } } }
}
