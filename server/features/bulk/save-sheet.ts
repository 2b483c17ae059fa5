import { sql } from 'drizzle-orm'
import type { bulkApi, SheetSaveResult } from '#contract/bulk.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { announceBulkChange } from './announce-bulk-change.ts'
import { changeSetHeader } from './draft.ts'
import { bulkTransaction } from './engine/bulk-transaction.ts'
import { planChanges } from './engine/changes.ts'
import { countedAt } from './engine/counted-at.ts'
import { lockStagedRows } from './engine/locks.ts'
import { countPlan, createPlan, type PlanCounts } from './engine/plan.ts'
import { recordChangedRows } from './engine/record-rows.ts'
import { markBlockedRowsStale } from './engine/stale.ts'
import { analyzeStaging, createStaging, stageSheetUpdates } from './engine/stage.ts'
import { writeChanges } from './engine/write-changes.ts'
import { insertChangeSet } from './queries/drafts.ts'
import { readSheetRows } from './queries/sheet-rows.ts'
import { assertNoRepeats, assertPlanIsValid } from './refuse-sheet.ts'
import { summaryOf } from './summary.ts'

type SheetSave = ParsedInputOf<typeof bulkApi.saveSheet>

/** Writes what differs. Rows that somebody has changed since they were read are answered as they are now, unwritten. */
export async function saveSheet(ctx: CompanyContext, { updates }: SheetSave): Promise<SheetSaveResult> {
  assertNoRepeats(updates)
  const stopwatch = startStopwatch()
  const { result, counts } = await bulkTransaction(ctx, async (tx) => {
    const { companyId } = ctx
    await createStaging(tx)
    await stageSheetUpdates(tx, updates)
    await analyzeStaging(tx)
    await lockStagedRows(tx, companyId, 'id')
    await createPlan(tx, companyId, 'id')
    await markBlockedRowsStale(tx)
    await assertPlanIsValid(tx, companyId)
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
  const made = { ...changeSetHeader(ctx), appliedAt: ctx.clock.now() }
  await insertChangeSet(tx, { ...made, id, kind: 'sheet', status: 'applied', summary: summaryOf(counts), ...counts })
  await recordChangedRows(tx, companyId, id, planChanges)
  await recordAudit(tx, ctx, {
    action: 'sheet.save',
    resource: 'change-set',
    resourceId: id,
    companyId,
    after: counts,
  })
  await announceBulkChange(tx, ctx)
  return id
}

/** A new category is shown by all SKUs of the product, also by those that were not sent. */
async function savedRows(tx: Tx, companyId: string): Promise<Pick<SheetSaveResult, 'rows' | 'conflicts'>> {
  const shown = sql`s.id in (select sku_id from planned where not is_stale)
    or s.product_id in (select product_id from (${planChanges.products}) as changed)`
  const rows = await readSheetRows(tx, companyId, sql`(${shown}) and s.id not in (${stale})`)
  const current = await readSheetRows(tx, companyId, sql`s.id in (${stale})`)
  return { rows, conflicts: current.map((row) => ({ id: row.id, current: row })) }
}

const stale = sql`select sku_id from planned where is_stale`
