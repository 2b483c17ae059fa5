import { sql } from 'drizzle-orm'
import { lockLevels } from '#server/features/inventory/queries/levels.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { takeAmazonValues } from '#server/features/products/queries/amazon-values.ts'
import { lockRows } from '#server/features/products/queries/lock-rows.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { endChanges, listOpenChanges, type OpenChange } from '../queries/changes.ts'
import { agreeOn } from '../queries/listings.ts'
import { readSides } from '../queries/sides.ts'
import { inStep, type TwoWay, type TwoWayProgress } from '../two-way.ts'
import { auditTaken } from './audit-taken.ts'
import { agreedOf, chooseTaken, countsOf, productsOf, skusOf, type Count } from './choose-taken.ts'

const changesPerBatch = 500

/** Makes the changes here that were planned and are still as planned. */
export async function takeChanges(twoWay: TwoWay, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const wanted = { companyId: ctx.companyId, runId: run.id, direction: 'to_lockstep', limit: changesPerBatch } as const
  let progress = before
  for (;;) {
    const open = await ctx.transaction((tx) => listOpenChanges(tx, wanted))
    if (open.length === 0) return progress
    progress = await inStep(twoWay, (tx) => takeBatch(tx, twoWay, open, progress))
  }
}

async function takeBatch(
  tx: Tx,
  { ctx, run }: TwoWay,
  open: readonly OpenChange[],
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { companyId } = ctx
  const account = { companyId, accountId: run.accountId }
  const skuIds = [...new Set(open.map(({ skuId }) => skuId))]
  await lockSkus(tx, companyId, skuIds)
  const sides = await readSides(tx, account, sql`s.id = any(${sql.param(skuIds)}::uuid[])`)
  const { taken, endings } = chooseTaken(open, sides, ctx.clock.now())
  await takeAmazonValues(tx, companyId, { products: productsOf(taken), skus: skusOf(taken) })
  await count(tx, companyId, countsOf(taken), ctx.clock.now())
  await agreeOn(tx, account, agreedOf(taken))
  await endChanges(tx, companyId, endings)
  await auditTaken(tx, ctx, run.id, taken)
  return { ...progress, rowsChanged: progress.rowsChanged + taken.length }
}

async function lockSkus(tx: Tx, companyId: string, skuIds: readonly string[]): Promise<void> {
  const skus = sql`select unnest(${sql.param(skuIds)}::uuid[])`
  const products = sql`select distinct product_id from skus where company_id = ${companyId} and id in (${skus})`
  await lockRows(tx, companyId, 'products', products)
  await lockRows(tx, companyId, 'skus', skus)
  await lockLevels(tx, companyId, skus)
}

async function count(tx: Tx, companyId: string, counted: readonly Count[], readAt: Date): Promise<void> {
  if (counted.length === 0) return
  const counts = sql`
    select "skuId" as sku_id, quantity as qty_available, null::int as qty_reserved, null::int as qty_inbound
    from json_to_recordset(${JSON.stringify(counted)}::json) as counted("skuId" uuid, quantity int)`
  await recordCounts(tx, { companyId, source: 'amazon', readAt, counts })
}
