import { sql } from 'drizzle-orm'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { listCoveredOrders, readCoverage } from '#server/features/inventory/coverage.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockOrders, setFulfillAfter } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { resolveAttention } from './attention.ts'

const batchSize = 500

/** Resolves `not_enough_stock` for orders whose units are in stock again. */
export async function clearShortOrders(ctx: CompanyContext): Promise<{ cleared: number }> {
  let cleared = 0
  for (;;) {
    const batch = await ctx.transaction((tx) => clearBatch(tx, ctx))
    cleared += batch
    if (batch === 0) return { cleared }
  }
}

/** Coverage is read again under the order locks: another order may have taken the units since the search. */
async function clearBatch(tx: Tx, ctx: CompanyContext): Promise<number> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const found = await findCoveredOrders(tx, companyId, batchSize)
  await lockOrders(tx, companyId, found)
  const lines = await readCoverage(tx, companyId, found)
  const short = new Set(lines.filter(({ isCovered }) => !isCovered).map(({ orderId }) => orderId))
  const covered = found.filter((orderId) => !short.has(orderId))
  const items = covered.map((orderId) => ({ orderId, code: 'not_enough_stock' as const }))
  const cleared = await resolveAttention(tx, companyId, items, { at: now, resolution: 'There is stock by now' })
  if (cleared.length === 0) return 0
  const orderIds = cleared.map(({ orderId }) => orderId)
  const description = 'There is stock for the order by now.'
  const entry = { event: 'attention.resolved', description, by: ctx.actor, at: now }
  const entries = orderIds.map((orderId) => ({ orderId, ...entry }))
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, orderIds, now)
  await ctx.publishChange(tx, 'orders')
  await publishAttentionChange(tx, ctx)
  return cleared.length
}

/** Whether the job `orders.clear-short-orders` has anything to do. */
export async function hasClearableOrders(tx: Tx, companyId: string, _now: Date): Promise<boolean> {
  return (await findCoveredOrders(tx, companyId, 1)).length > 0
}

/** Orders with an open `not_enough_stock` item whose units are all in stock now. */
const findCoveredOrders = (tx: Tx, companyId: string, limit: number): Promise<string[]> =>
  listCoveredOrders(
    tx,
    companyId,
    sql`select order_id from attention_items
      where company_id = ${companyId} and resolved_at is null and code = 'not_enough_stock'`,
    limit,
  )
