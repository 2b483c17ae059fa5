import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import {
  cancelHolds,
  deleteHoldsOfLines,
  holdMissingUnits,
  listSkusOfOrders,
  readNewLines,
  readWaitingLines,
  releaseExcessUnits,
  type HeldLine,
} from './queries/holds.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'

export type ChangedOrders = {
  companyId: string
  at: Date
  /** Orders that hold nothing yet. */
  placed?: readonly string[]
  /** Orders that may hold something, and not what their lines ask for. */
  revised?: readonly string[]
  /** Lines of theirs that are to be deleted. */
  removedLines?: readonly string[]
  cancelled?: readonly string[]
}

/**
 * Brings the holds of many orders in line with their lines, under one lock of all levels concerned. Those that were here
 * go first, then the placed ones as they are named. Answers the lines that wait, and whether their units are there.
 */
export async function applyOrderChanges(tx: Tx, changed: ChangedOrders): Promise<HeldLine[]> {
  const { companyId, at, placed = [], revised = [], removedLines = [], cancelled = [] } = changed
  const held = [...revised, ...placed]
  if (held.length + cancelled.length + removedLines.length === 0) return []
  const skuIds = await listSkusOfOrders(tx, companyId, [...held, ...cancelled])
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  await lockLevels(tx, companyId, skus)
  if (cancelled.length > 0) await cancelHolds(tx, { companyId, orderIds: cancelled, at })
  if (removedLines.length > 0) await deleteHoldsOfLines(tx, companyId, removedLines)
  if (revised.length > 0) await releaseExcessUnits(tx, companyId, revised)
  if (held.length > 0) await holdMissingUnits(tx, companyId, held, removedLines)
  await refreshLevels(tx, companyId, skus, at)
  return [
    ...(placed.length > 0 ? await readNewLines(tx, companyId, placed) : []),
    ...(revised.length > 0 ? await readWaitingLines(tx, companyId, revised) : []),
  ]
}
