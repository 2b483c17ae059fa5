import { sql } from 'drizzle-orm'
import { type Message, say } from '#contract/i18n.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { listCoveredOrders, listShortOrders, readCoverage } from '#server/features/inventory/coverage.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { lockOrders, setFulfillAfter } from '../order-queries.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'
import { raiseAttention, resolveAttention } from './attention.ts'
import { checkStock } from './rules.ts'

const batchSize = 500

/**
 * Job `orders.clear-short-orders`, after every change of stock, whatever its cause. Resolves `not_enough_stock` for orders whose units are
 * in stock again, and raises it for open orders that were covered and no longer are.
 */
export async function recheckStock(ctx: CompanyContext): Promise<{ cleared: number; raised: number }> {
  const cleared = await repeatBatches(ctx, clearBatch)
  return { cleared, raised: await repeatBatches(ctx, raiseBatch) }
}

/** Whether the job `orders.clear-short-orders` has anything to do. */
export async function hasOrdersToRecheck(tx: Tx, companyId: string, _now: Date): Promise<boolean> {
  const covered = await findCoveredOrders(tx, companyId, 1)
  return covered.length > 0 || (await findShortOrders(tx, companyId, 1)).length > 0
}

async function repeatBatches(
  ctx: CompanyContext,
  runBatch: (tx: Tx, ctx: CompanyContext) => Promise<number>,
): Promise<number> {
  let total = 0
  for (;;) {
    const batch = await ctx.transaction((tx) => runBatch(tx, ctx))
    total += batch
    if (batch === 0) return total
  }
}

/** Coverage is read again under the order locks: another order may have taken the units since the search. */
async function clearBatch(tx: Tx, ctx: CompanyContext): Promise<number> {
  const { companyId } = ctx
  const found = await findCoveredOrders(tx, companyId, batchSize)
  await lockOrders(tx, companyId, found)
  const lines = await readCoverage(tx, companyId, found)
  const short = new Set(lines.filter(({ isCovered }) => !isCovered).map(({ orderId }) => orderId))
  const covered = found.filter((orderId) => !short.has(orderId))
  const items = covered.map((orderId) => ({ orderId, code: 'not_enough_stock' as const }))
  const resolution = { at: ctx.clock.now(), resolution: 'Back in stock' }
  const cleared = await resolveAttention(tx, companyId, items, resolution)
  const orderIds = cleared.map(({ orderId }) => orderId)
  const entry = { event: 'attention.resolved', description: say('Back in stock.') }
  const rests = await raiseRests(tx, ctx, orderIds)
  await recordRecheck(tx, ctx, [...orderIds.map((orderId) => ({ orderId, ...entry })), ...rests])
  return cleared.length
}

/** Nothing sends the rest of a partly sent order automatically, so it needs a person once it is in stock. */
async function raiseRests(tx: Tx, ctx: CompanyContext, orderIds: readonly string[]): Promise<RecheckEntry[]> {
  const partial = await listPartial(tx, ctx.companyId, orderIds)
  const reason = say('The rest of the order is back in stock.')
  const raised = partial.map((orderId) => ({ orderId, code: 'shipped_partly' as const, reason }))
  await raiseAttention(tx, ctx.companyId, ctx.clock.now(), raised)
  return raised.map(({ orderId }) => needsAttention(orderId, reason))
}

async function listPartial(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
      and partial_reason is not null and status in ('sent_to_fulfillment', 'shipped')`)
  return rows.map(({ id }) => id)
}

/** Order and coverage are read again under the locks: the order may have been sent, or units may have arrived, since the search. */
async function raiseBatch(tx: Tx, ctx: CompanyContext): Promise<number> {
  const { companyId } = ctx
  const found = await findShortOrders(tx, companyId, batchSize)
  await lockOrders(tx, companyId, found)
  const lines = await readCoverage(tx, companyId, found)
  const short = new Set(found.length > 0 ? await findShortOrders(tx, companyId, batchSize, found) : [])
  const problems = checkStock(lines.filter(({ orderId }) => short.has(orderId)))
  await raiseAttention(tx, companyId, ctx.clock.now(), problems)
  await recordRecheck(
    tx,
    ctx,
    problems.map(({ orderId, reason }) => needsAttention(orderId, reason)),
  )
  return problems.length
}

type RecheckEntry = Pick<TimelineEntry, 'orderId' | 'event' | 'description' | 'reason'>

const needsAttention = (orderId: string, reason: Message): RecheckEntry => ({
  orderId,
  event: 'attention.raised',
  description: say('Needs attention'),
  reason,
})

async function recordRecheck(tx: Tx, ctx: CompanyContext, entries: readonly RecheckEntry[]): Promise<void> {
  if (entries.length === 0) return
  const at = ctx.clock.now()
  await recordTimeline(
    tx,
    ctx.companyId,
    entries.map((entry) => ({ ...entry, by: ctx.actor, at })),
  )
  const orderIds = entries.map(({ orderId }) => orderId)
  await setFulfillAfter(tx, ctx.companyId, orderIds, at)
  await ctx.publishChange(tx, 'orders')
  await publishAttentionChange(tx, ctx)
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

/**
 * Open orders that lack units and are not marked with it, of which nothing is being sent. `among` are the orders in question. `offset 0`
 * and `not in` keep PostgreSQL from joins, for which it has no statistics on orders that have just come in.
 */
function findShortOrders(tx: Tx, companyId: string, limit: number, among?: readonly string[]): Promise<string[]> {
  const ours = companyAtRunTime(companyId)
  return listShortOrders(
    tx,
    companyId,
    sql`${among ? sql`i.order_id = any(${sql.param([...among])}::uuid[])` : sql`true`}
      and i.order_id not in (
        select a.order_id from attention_items a where a.company_id = ${companyId} and a.order_id is not null
          and a.code = 'not_enough_stock' and a.resolved_at is null
      )
      and exists (
        select from orders o where o.company_id = ${ours} and o.id = i.order_id
          and o.status in ('placed', 'acknowledged') offset 0
      )
      and not exists (
        select from fulfillments f where f.company_id = ${ours} and f.order_id = i.order_id
          and f.status not in ('cancelled', 'unfulfillable') offset 0
      )`,
    limit,
  )
}
