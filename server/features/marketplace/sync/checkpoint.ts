import { z } from 'zod'
import { differenceCauses } from '#contract/marketplace-values.ts'
import type { StockCursor } from '#server/ports/marketplace.ts'

const Moment = z.coerce.date()
const Cursor = z.object({ token: z.string(), madeAt: Moment })

/** A marketplace that is being read. What it counts anew when it begins anew is kept as it was before it. */
const StoredReading = z.object({
  marketplaceId: z.string(),
  changedSince: Moment.nullable(),
  beganAt: Moment,
  cursor: Cursor,
  readBefore: z.int(),
  elsewhereBefore: z.int(),
})

/** How far a run has come: written along with the rows it tells of, so that a new process goes on from there. */
const Checkpoint = z.object({
  done: z.array(z.string()),
  reading: StoredReading.nullable(),
  causes: z.partialRecord(z.enum(differenceCauses), z.int()),
  milliseconds: z.object({ waited: z.number(), parsed: z.number(), written: z.number() }),
})
export type Checkpoint = z.output<typeof Checkpoint>

const initialCheckpoint: Checkpoint = {
  done: [],
  reading: null,
  causes: {},
  milliseconds: { waited: 0, parsed: 0, written: 0 },
}

export const parseCheckpoint = (stored: unknown): Checkpoint =>
  stored === null ? initialCheckpoint : Checkpoint.parse(stored)

/** Amazon forgets a cursor after 30 seconds; the way there takes some of them. */
const cursorLifetime = 25_000

export const isCursorFresh = (cursor: StockCursor, now: Date) =>
  now.getTime() - cursor.madeAt.getTime() < cursorLifetime
