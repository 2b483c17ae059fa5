import { and, asc, count, desc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  type BulkError,
  changedResources,
  type ChangedRow,
  type ChangeSetRow,
  mostShown,
  undoDays,
  type UploadPhase,
  type UploadProgress,
} from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { countActiveSkus } from '#server/features/products/queries.ts'
import { fieldChanges } from '#server/features/products/record-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSetErrors, changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { decodeCursor, microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

export type ChangeSet = typeof changeSets.$inferSelect

/** Applied and undone change sets, newest first, without drafts. */
export async function listChangeSets(tx: Tx, query: PageQuery, now: Date): Promise<Page<ChangeSetRow>> {
  const isDone = ne(changeSets.status, 'draft')
  const rows = await tx
    .select({ changeSet: changeSets, key: microsecondsOf(changeSets.createdAt) })
    .from(changeSets)
    .where(and(isDone, olderThan(query.cursor, changeSets.createdAt, changeSets.id)))
    .orderBy(desc(changeSets.createdAt), desc(changeSets.id))
    .limit(query.limit + 1)
  const [counted] = await tx.select({ total: count() }).from(changeSets).where(isDone)
  const page = toPage(rows, query.limit, counted?.total ?? 0, ({ changeSet, key }) => [key, changeSet.id])
  return { ...page, rows: page.rows.map(({ changeSet }) => toChangeSetRow(changeSet, now)) }
}

export async function getChangeSetOrThrow(tx: Tx, changeSetId: string): Promise<ChangeSet> {
  return foundOrThrow(await tx.select().from(changeSets).where(eq(changeSets.id, changeSetId)))
}

export async function lockChangeSet(tx: Tx, changeSetId: string): Promise<ChangeSet> {
  return foundOrThrow(await tx.select().from(changeSets).where(eq(changeSets.id, changeSetId)).for('update'))
}

function foundOrThrow([changeSet]: ChangeSet[]): ChangeSet {
  if (!changeSet) throw new AppError('not_found', say('This bulk change doesn’t exist.'))
  return changeSet
}

/** Until when a change set can be undone; null if it cannot be. */
export function undoableUntil({ kind, status, created, updated, appliedAt }: ChangeSet, now: Date): Date | null {
  if (kind === 'undo' || status !== 'applied' || !appliedAt || created + updated === 0) return null
  const until = new Date(appliedAt.getTime() + undoDays * 24 * 3_600_000)
  return until > now ? until : null
}

function toChangeSetRow(changeSet: ChangeSet, now: Date): ChangeSetRow {
  const { id, kind, status, summary, fileName, actorName, processed, created, updated, failed } = changeSet
  return {
    id,
    kind,
    status,
    summary,
    fileName,
    actorName,
    processed,
    created,
    updated,
    failed,
    createdAt: changeSet.createdAt.toISOString(),
    undoneAt: changeSet.undoneAt?.toISOString() ?? null,
    undoableUntil: undoableUntil(changeSet, now)?.toISOString() ?? null,
  }
}

/** Change sets without phases (sheet saves, undos) are complete from the start. */
export async function readProgress(tx: Tx, changeSetId: string): Promise<UploadProgress> {
  const { phase, rowsDone, rowsTotal, processed } = await getChangeSetOrThrow(tx, changeSetId)
  if (phase === null) return { phase: 'writing', done: processed, total: processed }
  return { phase, done: rowsDone, total: rowsTotal }
}

export async function deleteDraftsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from change_sets where status = 'draft' and created_at < ${before.toISOString()}`)
  return rowCount ?? 0
}

type NewChangeSet = typeof changeSets.$inferInsert

export async function insertChangeSet(tx: Tx, changeSet: NewChangeSet): Promise<void> {
  await tx.insert(changeSets).values(changeSet)
}

/** Inserts a draft, or returns the change set that already has this id. */
export async function insertDraft(tx: Tx, draft: NewChangeSet): Promise<ChangeSet> {
  const [inserted] = await tx.insert(changeSets).values(draft).onConflictDoNothing().returning()
  if (inserted) return inserted
  const [found] = await tx.select().from(changeSets).where(eq(changeSets.id, draft.id))
  if (!found) throw new Error('A change set could neither be inserted nor found')
  return found
}

export type UploadStep = { phase: UploadPhase; done: number; total: number | null }

/** Only a draft has progress: an applied change set is left unchanged. */
export async function setProgress(tx: Tx, changeSetId: string, { phase, done, total }: UploadStep): Promise<void> {
  await tx.update(changeSets).set({ phase, rowsDone: done, rowsTotal: total }).where(isDraft(changeSetId))
}

type DraftOutcome = Pick<ChangeSet, 'status' | 'summary' | 'processed' | 'created' | 'updated' | 'failed'>

/**
 * Finishes a draft. Throws if it is applied already: a preview must not overwrite what an upload with the same id has
 * applied.
 */
export async function finishDraft(
  tx: Tx,
  changeSetId: string,
  outcome: DraftOutcome & { phase: UploadPhase; appliedAt: Date | null },
): Promise<void> {
  const { rowCount } = await tx
    .update(changeSets)
    .set({ ...outcome, rowsDone: outcome.processed, rowsTotal: outcome.processed })
    .where(isDraft(changeSetId))
  if (rowCount === 0) throw alreadyApplied()
}

const isDraft = (changeSetId: string) => and(eq(changeSets.id, changeSetId), eq(changeSets.status, 'draft'))

export const alreadyApplied = () => new AppError('conflict', say('This file has already been applied.'))

export async function markUndone(tx: Tx, changeSetId: string, at: Date): Promise<void> {
  await tx.update(changeSets).set({ status: 'undone', undoneAt: at }).where(eq(changeSets.id, changeSetId))
}

const RowKey = z.tuple([z.int(), z.enum(changedResources)])

/** The changed rows of a change set, in the order of the file or sheet. */
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

/** A cast: only bulk changes write these columns, and they write objects. */
const asFields = (stored: unknown) => stored as Record<string, unknown> | null

const errorFields = { row: changeSetErrors.rowNumber, column: changeSetErrors.column, reason: changeSetErrors.reason }

const chunkSize = 5_000

/** Replaces the errors that an earlier preview with the same id has stored. */
export async function replaceErrors(
  tx: Tx,
  companyId: string,
  changeSetId: string,
  errors: BulkError[],
): Promise<void> {
  await tx.delete(changeSetErrors).where(eq(changeSetErrors.changeSetId, changeSetId))
  for (let start = 0; start < errors.length; start += chunkSize) {
    const chunk = JSON.stringify(errors.slice(start, start + chunkSize))
    await tx.execute(sql`
      insert into change_set_errors (company_id, change_set_id, row_number, "column", reason)
      select ${companyId}::uuid, ${changeSetId}::uuid, "row", "column", reason
      from json_to_recordset(${chunk}::json) as error("row" int, "column" text, reason text)
      on conflict do nothing`)
  }
}

export async function firstErrors(tx: Tx, changeSetId: string): Promise<BulkError[]> {
  return tx
    .select(errorFields)
    .from(changeSetErrors)
    .where(eq(changeSetErrors.changeSetId, changeSetId))
    .orderBy(asc(changeSetErrors.rowNumber), asc(changeSetErrors.column))
    .limit(mostShown)
}

const ErrorBatch = z.array(z.object({ row: z.int(), column: z.string(), reason: z.string() }))

/** The next batch of errors after `after`. */
export async function nextErrors(tx: Tx, changeSetId: string, after: BulkError | undefined): Promise<BulkError[]> {
  const { rows } = await tx.execute(sql`
    select row_number as row, "column", reason from change_set_errors
    where change_set_id = ${changeSetId}
      and (row_number, "column") > (${after?.row ?? 0}, ${after?.column ?? ''})
    order by row_number, "column" limit ${chunkSize}`)
  return ErrorBatch.parse(rows)
}

const SkuCode = z.tuple([z.string()])

export async function listSheetRows(tx: Tx, companyId: string, query: PageQuery): Promise<Page<SheetRow>> {
  const after = decodeCursor(query.cursor, SkuCode)
  const follows = after ? sql`and s.sku > ${after[0]}` : sql``
  const [rows, total] = await Promise.all([
    readSheetRows(tx, companyId, sql`s.is_active ${follows}`, sql`limit ${query.limit + 1}`),
    countActiveSkus(tx),
  ])
  return toPage(rows, query.limit, total, (row) => [row.sku])
}

/** Rows of the sheet by code; `which` is a condition on the SKU `s`. */
export async function readSheetRows(tx: Tx, companyId: string, which: SQL, limit: SQL = sql``): Promise<SheetRow[]> {
  const { rows } = await tx.execute<SheetRow>(sql`
    select s.id, s.sku, coalesce(s.title, p.title) as title, s.price::float8 as price, l.qty_available as quantity,
      s.asin, p.category, s.version, s.stock_holder as "stockHolder",
      s.last_amazon_sync is not null as "isKnownToAmazon"
    from skus s
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    where s.company_id = ${companyId} and ${which}
    order by s.sku ${limit}`)
  return rows
}
