import { and, asc, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changedResources, type ChangedRow } from '#contract/bulk.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { fieldChanges } from '#server/features/products/field-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSetRows } from '#server/platform/db/schema/bulk.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { getChangeSetOrThrow } from './change-sets.ts'

const RowKey = z.tuple([z.int(), z.enum(changedResources)])

/** What a bulk change changed, in the order of its rows. */
export async function listChangedRows(
  tx: Tx,
  { changeSetId, cursor, limit }: PageQuery & { changeSetId: string },
): Promise<Page<ChangedRow>> {
  await getChangeSetOrThrow(tx, changeSetId)
  const keys = decodeCursor(cursor, RowKey)
  const follows = keys && sql`(${changeSetRows.rowNumber}, ${changeSetRows.resource}) > (${keys[0]}, ${keys[1]})`
  const ofChangeSet = eq(changeSetRows.changeSetId, changeSetId)
  const rows = await tx
    .select()
    .from(changeSetRows)
    .where(and(ofChangeSet, follows ?? undefined))
    .orderBy(asc(changeSetRows.rowNumber), asc(changeSetRows.resource))
    .limit(limit + 1)
  const [counted] = await tx.select({ total: count() }).from(changeSetRows).where(ofChangeSet)
  const page = toPage(rows, limit, counted?.total ?? 0, ({ rowNumber, resource }) => [rowNumber, resource])
  return { ...page, rows: page.rows.map(toChangedRow) }
}

const toChangedRow = (row: typeof changeSetRows.$inferSelect): ChangedRow => ({
  row: row.rowNumber,
  resource: row.resource,
  label: row.label,
  isNew: row.isNew,
  cells: fieldChanges(asFields(row.before), asFields(row.after)),
  undoOutcome: row.undoOutcome,
})

/** Safe because only bulk changes write these columns, and they write objects. */
const asFields = (stored: unknown) => stored as Record<string, unknown> | null
