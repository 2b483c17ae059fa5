import { sql } from 'drizzle-orm'
import { type bulkApi, mostShown, type SheetSaveResult } from '#contract/bulk.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError, type FieldProblem } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { SheetUpdate } from '#contract/sheet.ts'
import { assertRisksConfirmed } from '#server/features/products/risky-changes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { publishBulkChange, changeSetHeader, summaryOf } from './change-set.ts'
import { bulkTransaction, lockStagedRows } from './engine/bulk-transaction.ts'
import {
  analyzeStaging,
  countPlan,
  createPlan,
  createStaging,
  findViolations,
  markBlockedRowsStale,
  type PlanCounts,
  stageSheetUpdates,
} from './engine/plan.ts'
import { listRisksOfPlan } from './engine/risks.ts'
import { countedAt, planChanges, recordChangedRows, writeChanges } from './engine/write-changes.ts'
import { insertChangeSet, readSheetRows } from './queries.ts'

type SheetSave = ParsedInputOf<typeof bulkApi.saveSheet>

/**
 * Saves the edited cells of the bulk sheet. Optimistic locking: rows whose SKU has changed since the sheet was loaded
 * are not written, and are returned as conflicts with their current values.
 */
export async function saveSheet(ctx: CompanyContext, { updates }: SheetSave): Promise<SheetSaveResult> {
  assertNoRepeats(updates)
  const stopwatch = startStopwatch()
  const { result, counts } = await bulkTransaction(ctx, async (tx) => {
    const { companyId } = ctx
    await createStaging(tx)
    await stageSheetUpdates(tx, updates)
    await analyzeStaging(tx, updates.length)
    await lockStagedRows(tx, companyId, 'id')
    await createPlan(tx, companyId, 'id')
    await markBlockedRowsStale(tx)
    await assertPlanIsValid(tx, companyId)
    if (ctx.riskAnswer !== null) assertRisksConfirmed(ctx, await listRisksOfPlan(tx))
    const counts = await countPlan(tx)
    stopwatch.lap('plan')
    const changeSetId = counts.updated > 0 ? await applySheet(tx, ctx, counts) : null
    return { counts, result: { changeSetId, updated: counts.updated, ...(await savedRows(tx, companyId)) } }
  })
  stopwatch.lap('write')
  ctx.log.info({ kind: 'sheet', changeSetId: result.changeSetId, ...counts, ms: stopwatch.laps }, 'bulk change')
  return result
}

async function applySheet(tx: Tx, ctx: CompanyContext, counted: PlanCounts): Promise<string> {
  const { companyId } = ctx
  const id = newId()
  const readAt = countedAt(ctx.clock, counted.lastReadAt)
  await writeChanges(tx, { companyId, changes: planChanges, source: 'sheet', readAt })
  const { updated, unchanged, stale } = counted
  const counts = { processed: updated + unchanged + stale, created: 0, updated, failed: stale }
  const header = { ...changeSetHeader(ctx), appliedAt: ctx.clock.now() }
  await insertChangeSet(tx, { ...header, id, kind: 'sheet', status: 'applied', summary: summaryOf(counts), ...counts })
  await recordChangedRows(tx, companyId, id, planChanges)
  await recordAudit(tx, ctx, {
    action: 'sheet.save',
    resource: 'change-set',
    resourceId: id,
    companyId,
    after: counts,
  })
  await publishBulkChange(tx, ctx)
  return id
}

/**
 * The saved rows and the conflicts. A new category also changes the other SKUs of the product, so these are returned as
 * well.
 */
async function savedRows(tx: Tx, companyId: string): Promise<Pick<SheetSaveResult, 'rows' | 'conflicts'>> {
  const shown = sql`s.id in (select sku_id from planned where not is_stale)
    or s.product_id in (select product_id from (${planChanges.products}) as changed)`
  const rows = await readSheetRows(tx, companyId, sql`(${shown}) and s.id not in (${stale})`)
  const current = await readSheetRows(tx, companyId, sql`s.id in (${stale})`)
  return { rows, conflicts: current.map((row) => ({ id: row.id, current: row })) }
}

const stale = sql`select sku_id from planned where is_stale`

/** Errors name a cell by its index in the request; row numbers start at 1. */
const fieldOf = (row: number, column: string) => `updates.${row - 1}.${column}`

function assertNoRepeats(updates: SheetUpdate[]): void {
  const firstPlace = new Map(updates.map(({ id }, index) => [id, index] as const).toReversed())
  const fields = updates.flatMap(({ id }, index): FieldProblem[] =>
    firstPlace.get(id) === index ? [] : [{ field: fieldOf(index + 1, 'id'), message: say('This row appears twice') }],
  )
  if (fields.length > 0) throw new AppError('invalid', say('A row appears twice.'), fields.slice(0, mostShown))
}

/** Throws if a SKU is unknown or a row breaks a rule: a sheet is saved as a whole or not at all. */
async function assertPlanIsValid(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await tx.execute<{ row: number }>(sql`
    select row_number as row from planned where is_new order by row_number limit ${mostShown}`)
  if (rows.length > 0) {
    const fields = rows.map(({ row }) => ({ field: fieldOf(row, 'id'), message: say('This SKU doesn’t exist') }))
    throw new AppError('not_found', say('A SKU in the sheet no longer exists. Reload the sheet.'), fields)
  }
  const violations = await findViolations(tx, companyId)
  if (violations.length > 0) {
    const fields = violations.map(({ row, column, reason }) => ({ field: fieldOf(row, column), message: reason }))
    throw new AppError('invalid', sentenceOf(violations.length), fields.slice(0, mostShown))
  }
}

const sentenceOf = (cells: number) =>
  say('Nothing was saved: {cells, plural, one {# cell has an error} other {# cells have errors}}.', { cells })
