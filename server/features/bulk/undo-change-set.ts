import type { UndoResult } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { newId } from '#server/platform/ids.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { publishBulkChange, changeSetHeader, summaryOfUndo } from './change-set.ts'
import { bulkTransaction, lockChangedRows } from './engine/bulk-transaction.ts'
import { expectManyRows } from './engine/plan.ts'
import { countedAt, recordChangedRows, writeChanges } from './engine/write-changes.ts'
import {
  recordDeletedSkus,
  deleteAddedSkus,
  countUndone,
  listConflicts,
  recordUndoOutcomes,
  undoChanges,
  type UndoCounts,
  planUndo,
} from './engine/undo.ts'
import { lockChangeSet, undoableUntil, type ChangeSet, insertChangeSet, markUndone } from './queries.ts'

/** Undoes a change set, once. Rows that have been changed since are left alone and returned as conflicts. */
export async function undoChangeSet(
  ctx: CompanyContext,
  { changeSetId }: { changeSetId: string },
): Promise<UndoResult> {
  const stopwatch = startStopwatch()
  const result = await bulkTransaction(ctx, async (tx) => {
    const changeSet = await lockChangeSet(tx, changeSetId)
    assertUndoable(changeSet, ctx.clock.now())
    await expectManyRows(tx, changeSet.created + changeSet.updated)
    await lockChangedRows(tx, ctx.companyId, changeSetId)
    await planUndo(tx, ctx.companyId, changeSetId)
    const counts = await countUndone(tx, ctx.companyId)
    stopwatch.lap('plan')
    const undoId = await applyUndo(tx, ctx, changeSet, counts)
    const { undone, conflicted } = counts
    return { changeSetId: undoId, undone, conflicted, conflicts: await listConflicts(tx) }
  })
  stopwatch.lap('write')
  const { conflicts: _conflicts, ...counts } = result
  ctx.log.info({ kind: 'undo', undoes: changeSetId, ...counts, ms: stopwatch.laps }, 'bulk change')
  const conflicts = result.conflicts.map((left) => ({ ...left, reason: translateStored(ctx, left.reason) }))
  return { ...result, conflicts }
}

function assertUndoable(changeSet: ChangeSet, now: Date): void {
  if (undoableUntil(changeSet, now)) return
  const { kind, status, created, updated } = changeSet
  throw new AppError('conflict', reasonOf())

  function reasonOf(): Message {
    if (status === 'undone') return say('This bulk change has already been undone.')
    if (kind === 'undo') return say('An undo can’t be undone.')
    if (status !== 'applied' || created + updated === 0) return say('This bulk change changed nothing.')
    return say('This bulk change is too old to be undone.')
  }
}

async function applyUndo(tx: Tx, ctx: CompanyContext, undoes: ChangeSet, counted: UndoCounts): Promise<string> {
  const { companyId } = ctx
  const id = newId()
  const { undone, removed, conflicted } = counted
  const counts = { processed: undone + conflicted, created: 0, updated: undone, failed: conflicted }
  const now = ctx.clock.now()
  const summary = summaryOfUndo({ ...undoes, undone, removed, conflicted })
  const header = { ...changeSetHeader(ctx), ...counts, id, summary, undoes: undoes.id, appliedAt: now }
  await insertChangeSet(tx, { ...header, kind: 'undo', status: 'applied' })
  const readAt = countedAt(ctx.clock, counted.lastReadAt)
  await deleteAddedSkus(tx, companyId)
  await writeChanges(tx, { companyId, changes: undoChanges, source: 'undo', readAt })
  await recordChangedRows(tx, companyId, id, undoChanges)
  await recordDeletedSkus(tx, companyId, id)
  await recordUndoOutcomes(tx, companyId, undoes.id)
  await markUndone(tx, undoes.id, now)
  await recordAudit(tx, ctx, {
    action: 'change-set.undo',
    resource: 'change-set',
    resourceId: undoes.id,
    companyId,
    before: { status: undoes.status },
    after: { status: 'undone', undone, removed, conflicted },
  })
  await publishBulkChange(tx, ctx)
  return id
}
