import { eq, sql } from 'drizzle-orm'
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { adjustmentReasonLabels, type inventoryApi } from '#contract/inventory.ts'
import { listRisks } from '#contract/risky-values.ts'
import { lockLevels } from '#server/features/inventory/levels.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { assertRisksConfirmed } from '#server/features/products/risky-changes.ts'
import { lockRows, noSuchSku } from '#server/features/products/sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSetRows } from '#server/platform/db/schema/bulk.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { changeSetHeader, publishBulkChange } from './change-set.ts'
import { countedAt } from './engine/write-changes.ts'
import { insertChangeSet } from './queries.ts'

type Adjustment = ParsedInputOf<typeof inventoryApi.adjust>
type AdjustmentResult = ReplyOf<typeof inventoryApi.adjust>

/**
 * Sets the count of one SKU, as a change set of one row, so that it stands in the history and can be undone. Optimistic locking by the
 * count itself: Amazon's counts do not raise the SKU's version.
 */
export async function adjustStock(ctx: CompanyContext, adjustment: Adjustment): Promise<AdjustmentResult> {
  const { skuId, quantity, from } = adjustment
  return ctx.transaction(async (tx) => {
    const { sku, counted, readAt } = await lockCount(tx, ctx.companyId, skuId)
    if (counted === quantity) return { changeSetId: null, sku, from: counted, quantity }
    if (counted !== from) throw changedMeanwhile(counted)
    assertRisksConfirmed(ctx, listRisks([{ sku, field: 'quantity', from, to: quantity }]))
    await writeCount(tx, ctx, adjustment, readAt)
    const changeSetId = await recordAdjustment(tx, ctx, { ...adjustment, sku })
    await publishBulkChange(tx, ctx)
    return { changeSetId, sku, from, quantity }
  })
}

/** Locks the SKU, then its level, as bulk changes do. */
async function lockCount(tx: Tx, companyId: string, skuId: string) {
  const wanted = sql`select ${skuId}::uuid`
  await lockRows(tx, companyId, 'skus', wanted)
  await lockLevels(tx, companyId, wanted)
  const [found] = await tx
    .select({ sku: skus.sku, counted: stockLevels.qtyAvailable, readAt: stockLevels.readAt })
    .from(skus)
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .where(eq(skus.id, skuId))
  if (!found) throw noSuchSku()
  return found
}

const changedMeanwhile = (counted: number) =>
  new AppError('conflict', say('The count is now {counted}. Check the quantity and save again.', { counted }))

async function writeCount(
  tx: Tx,
  ctx: CompanyContext,
  { skuId, quantity, reason, note }: Adjustment,
  lastRead: Date | null,
): Promise<void> {
  const { companyId } = ctx
  const readAt = countedAt(ctx.clock, lastRead?.toISOString() ?? null)
  const counts = sql`
    select ${skuId}::uuid as sku_id, ${quantity}::int as qty_available, null::int as qty_reserved,
      null::int as qty_inbound`
  await recordCounts(tx, { companyId, source: 'adjustment', readAt, counts, reason, note: note ?? null })
  await tx
    .update(skus)
    .set({ version: sql`${skus.version} + 1` })
    .where(eq(skus.id, skuId))
}

async function recordAdjustment(
  tx: Tx,
  ctx: CompanyContext,
  { skuId, sku, from, quantity, reason }: Adjustment & { sku: string },
): Promise<string> {
  const id = newId()
  const { companyId } = ctx
  const summary = `${sku}: ${from} → ${quantity}, ${adjustmentReasonLabels[reason].toLowerCase()}`
  const header = { ...changeSetHeader(ctx), appliedAt: ctx.clock.now(), processed: 1, updated: 1 }
  await insertChangeSet(tx, { ...header, id, kind: 'adjustment', status: 'applied', summary })
  const row = { companyId, changeSetId: id, rowNumber: 1, resource: 'stock', resourceId: skuId, label: sku } as const
  await tx.insert(changeSetRows).values({ ...row, before: { quantity: from }, after: { quantity } })
  await recordAudit(tx, ctx, {
    action: 'sku.adjust-stock',
    resource: 'change-set',
    resourceId: id,
    companyId,
    before: { quantity: from },
    after: { sku, quantity, cause: adjustmentReasonLabels[reason] },
  })
  return id
}
