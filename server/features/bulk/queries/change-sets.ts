import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import { undoDays, type ChangeSetRow, type UploadProgress } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

export type ChangeSet = typeof changeSets.$inferSelect

/** The history of bulk changes, newest first; drafts are none. */
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
  if (!changeSet) throw new AppError('not_found', 'There is no such bulk change.')
  return changeSet
}

/** Until when a bulk change can be undone; null when it can't. */
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

/** What was made at once, without a check or an upload to follow, is simply done. */
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
