import { and, eq } from 'drizzle-orm'
import type { UploadPhase } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import type { ChangeSet } from './change-sets.ts'

type NewChangeSet = typeof changeSets.$inferInsert

export async function insertChangeSet(tx: Tx, changeSet: NewChangeSet): Promise<void> {
  await tx.insert(changeSets).values(changeSet)
}

/** Answers the change set under this id: the draft that was made, or what was there before. */
export async function insertDraft(tx: Tx, draft: NewChangeSet): Promise<ChangeSet> {
  const [made] = await tx.insert(changeSets).values(draft).onConflictDoNothing().returning()
  if (made) return made
  const [found] = await tx.select().from(changeSets).where(eq(changeSets.id, draft.id))
  if (!found) throw new Error('A change set is neither there nor can it be made')
  return found
}

export type UploadStep = { phase: UploadPhase; done: number; total: number | null }

/** Tells of an upload only as long as it is one; what is applied stands. */
export async function setProgress(tx: Tx, changeSetId: string, { phase, done, total }: UploadStep): Promise<void> {
  await tx.update(changeSets).set({ phase, rowsDone: done, rowsTotal: total }).where(isDraft(changeSetId))
}

type DraftOutcome = Pick<ChangeSet, 'status' | 'summary' | 'processed' | 'created' | 'updated' | 'failed'>

/** Only a draft can be finished: a check must not undo what an upload under the same id has applied meanwhile. */
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

export const alreadyApplied = () => new AppError('conflict', 'This file has been applied already.')

export async function markUndone(tx: Tx, changeSetId: string, at: Date): Promise<void> {
  await tx.update(changeSets).set({ status: 'undone', undoneAt: at }).where(eq(changeSets.id, changeSetId))
}
