import { sql } from 'drizzle-orm'
import { lockLevels } from '#server/features/inventory/levels.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { applyAmazonValues } from '#server/features/products/amazon-listing-queries.ts'
import { lockRows } from '#server/features/products/sku-queries.ts'
import { type AuditEntry, recordAudit, recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { addAgreedValues, listOpenChanges, type OpenChange, recordChangeOutcomes } from '../queries.ts'
import { readListedSkus } from '../sku-queries.ts'
import { commitStep, type TwoWayProgress, type TwoWaySync } from '../two-way-run.ts'
import {
  agreedValues,
  chooseChanges,
  type ChosenChange,
  countWrites,
  productWrites,
  type SkuCount,
  skuWrites,
} from './choose-changes.ts'

const changesPerBatch = 500

/** Applies Amazon's changes to our SKUs if both sides are still as planned. */
export async function applyChanges(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const query = { companyId: ctx.companyId, runId: run.id, direction: 'to_lockstep', limit: changesPerBatch } as const
  let progress = before
  for (;;) {
    const open = await ctx.transaction((tx) => listOpenChanges(tx, query))
    if (open.length === 0) return progress
    progress = await commitStep(twoWay, (tx) => applyBatch(tx, twoWay, open, progress))
  }
}

async function applyBatch(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  open: readonly OpenChange[],
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { companyId } = ctx
  const account = { companyId, accountId: run.accountId }
  const skuIds = [...new Set(open.map(({ skuId }) => skuId))]
  await lockSkus(tx, companyId, skuIds)
  const listedSkus = await readListedSkus(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const { chosen, endings } = chooseChanges(open, listedSkus, ctx.clock.now())
  await applyAmazonValues(tx, companyId, { products: productWrites(chosen), skus: skuWrites(chosen) })
  await writeCounts(tx, companyId, countWrites(chosen), ctx.clock.now())
  await addAgreedValues(tx, account, agreedValues(chosen))
  await recordChangeOutcomes(tx, companyId, endings)
  await auditAppliedChanges(tx, ctx, run.id, chosen)
  return { ...progress, rowsChanged: progress.rowsChanged + chosen.length }
}

async function lockSkus(tx: Tx, companyId: string, skuIds: readonly string[]): Promise<void> {
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  const products = sql`select distinct product_id from skus where company_id = ${companyId} and id in (${skus})`
  await lockRows(tx, companyId, 'products', products)
  await lockRows(tx, companyId, 'skus', skus)
  await lockLevels(tx, companyId, skus)
}

async function writeCounts(tx: Tx, companyId: string, counted: readonly SkuCount[], readAt: Date): Promise<void> {
  if (counted.length === 0) return
  const counts = sql`
    select "skuId" as sku_id, quantity as qty_available, null::int as qty_reserved, null::int as qty_inbound
    from json_to_recordset(${JSON.stringify(counted)}::json) as counted("skuId" uuid, quantity int)`
  await recordCounts(tx, { companyId, source: 'amazon', readAt, counts })
}

/** One audit entry for the batch, and one per product and SKU, with Amazon as the actor. */
async function auditAppliedChanges(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  applied: readonly ChosenChange[],
): Promise<void> {
  if (applied.length === 0) return
  const { companyId, origin } = ctx
  const counted: Record<string, number> = {}
  for (const { field } of applied.map(({ change }) => change)) counted[field] = (counted[field] ?? 0) + 1
  await recordAudit(tx, ctx, {
    action: 'amazon.take-changes',
    resource: 'sync-run',
    resourceId: runId,
    companyId,
    after: counted,
  })
  await recordAudits(tx, { actor: { type: 'job', name: 'Amazon' }, origin }, auditEntries(companyId, applied))
}

function auditEntries(companyId: string, applied: readonly ChosenChange[]): AuditEntry[] {
  const entries = new Map<string, AuditEntry>()
  for (const { change, listed, writes } of applied) {
    const resource = writes.product ? 'product' : 'sku'
    const resourceId = writes.product ? listed.productId : listed.skuId
    const { before, after } = entries.get(resourceId) ?? {}
    const isCount = writes.count !== undefined
    entries.set(resourceId, {
      action: `${resource}.update`,
      resource,
      resourceId,
      companyId,
      before: { ...before, [change.field]: isCount ? listed.qtyAvailable : change.ours },
      after: { ...after, [change.field]: isCount ? writes.count : change.amazon },
    })
  }
  return [...entries.values()]
}
