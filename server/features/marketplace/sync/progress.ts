import type { StockCursor } from '#server/ports/marketplace.ts'
import { isCursorFresh, type Checkpoint } from './checkpoint.ts'
import type { BatchResult } from './write-batch.ts'
import type { StockBatch } from './read-batches.ts'

/** What a run has done so far; how far it has come is kept in words of its kind. */
export type Progress<RunCheckpoint = Checkpoint> = {
  rowsRead: number
  rowsChanged: number
  rowsCreated: number
  rowsElsewhere: number
  differences: number
  checkpoint: RunCheckpoint
}

/** A read of one marketplace, from its beginning or, with a cursor, from where a process before left it. */
export type Reading = {
  marketplaceId: string
  changedSince: Date | null
  beganAt: Date
  cursor: StockCursor | null
  readBefore: number
  elsewhereBefore: number
}

/** What is left of a read that another process began; null when it has to begin anew. */
export function resumeReading({ checkpoint }: Progress, marketplaceId: string, now: Date): Reading | null {
  const { reading } = checkpoint
  return reading?.marketplaceId === marketplaceId && isCursorFresh(reading.cursor, now) ? reading : null
}

/** Takes back what a read of the marketplace that came to nothing has counted; its rows stay written and count once. */
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
