import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { isObserving } from '#server/platform/observe-mode.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { raiseAttention } from '../attention/attention.ts'
import { isDataError, SendingRefused } from '../errors.ts'
import { lockOrders, setFulfillAfter, updateOrder } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'
import { observeShipment, quoteObservedShipment } from './observe-orders.ts'
import { requestFulfillment } from './request-fulfillment.ts'

/** `kept`: waits for a person; `left`: postponed, no longer due, or only recorded because the company observes. */
type AutoFulfillOutcome = 'sent' | 'kept' | 'left'

type AutoFulfillCounts = Record<AutoFulfillOutcome, number>

const batchSize = 100

/** Requests fulfillment of orders whose channel fulfills automatically and whose delay is over. */
export async function autoFulfill(ctx: CompanyContext): Promise<AutoFulfillCounts> {
  const counts: AutoFulfillCounts = { sent: 0, kept: 0, left: 0 }
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) return counts
    for (const orderId of due) {
      const outcome = await fulfillDueOrder(ctx, orderId)
      if (outcome === 'no_account') return { ...counts, left: counts.left + (await postponeUntilConnected(ctx)) }
      if (outcome === 'observed') await quoteObservedShipment(ctx, orderId)
      counts[outcome === 'observed' ? 'left' : outcome] += 1
    }
  }
}

type DueOrderOutcome = AutoFulfillOutcome | 'no_account' | 'observed'

async function fulfillDueOrder(ctx: CompanyContext, orderId: string): Promise<DueOrderOutcome> {
  try {
    return await ctx.transaction(async (tx) => {
      if (!(await lockDueOrder(tx, ctx, orderId))) return 'left'
      if (await isObserving(tx, ctx.companyId)) {
        await observeShipment(tx, ctx, orderId)
        return 'observed'
      }
      await requestFulfillment(tx, ctx, { orderId, insists: false, isBulk: true })
      return 'sent'
    })
  } catch (error) {
    if (error instanceof SendingRefused && error.obstacle === 'no_account') return 'no_account'
    if (error instanceof AppError) return (await excludeFromAutoFulfill(ctx, orderId, error)) ? 'kept' : 'left'
    if (!isDataError(error)) throw error
    ctx.log.error(
      { orderId, ...loggableError(error) },
      'automatic fulfillment of an order failed; it is tried again in 15 minutes',
    )
    await postponeDueOrders(ctx, [orderId])
    return 'left'
  }
}

/**
 * Checks again under the lock: the channel's settings or the order's attention items may have changed since it was
 * scheduled.
 */
async function lockDueOrder(tx: Tx, { companyId, clock }: CompanyContext, orderId: string): Promise<boolean> {
  const now = clock.now()
  await lockOrders(tx, companyId, [orderId])
  if (!(await isOrderDue(tx, companyId, orderId, now))) return false
  await setFulfillAfter(tx, companyId, [orderId], now)
  return isOrderDue(tx, companyId, orderId, now)
}

/**
 * Takes a due order out of automatic fulfillment and raises attention with the obstacle. False when it is not due any
 * more.
 */
async function excludeFromAutoFulfill(ctx: CompanyContext, orderId: string, refusal: AppError): Promise<boolean> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await lockOrders(tx, companyId, [orderId])
    if (!(await isOrderDue(tx, companyId, orderId, at))) return false
    await updateOrder(tx, companyId, orderId, { fulfillAfter: null })
    const description = say('Not sent to Amazon automatically.')
    const entry = { orderId, event: 'order.kept_back', description, reason: refusal.sentence, by: ctx.actor, at }
    await recordTimeline(tx, companyId, [entry])
    if (refusal instanceof SendingRefused && refusal.obstacle !== 'no_account') {
      await raiseAttention(tx, companyId, at, [{ orderId, code: refusal.obstacle, reason: refusal.sentence }])
      await publishAttentionChange(tx, ctx)
    }
    await ctx.publishChange(tx, 'orders')
    return true
  })
}

/** The orders themselves are fine, so they are only postponed until an account is connected. */
async function postponeUntilConnected(ctx: CompanyContext): Promise<number> {
  let postponed = 0
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) break
    await postponeDueOrders(ctx, due)
    postponed += due.length
  }
  ctx.log.warn(
    { orders: postponed },
    'orders are due for automatic fulfillment, but no Amazon account is connected; connect one in Settings',
  )
  return postponed
}

const pauseMinutes = 15

async function postponeDueOrders(ctx: CompanyContext, orderIds: readonly string[]): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + pauseMinutes * 60_000)
  await ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, orderIds)
    await postponeOrders(tx, ctx.companyId, orderIds, until)
  })
}

/** Whether the job `orders.auto-fulfill` has anything to do. */
export async function hasOrdersDue(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  return (await listDueOrders(tx, companyId, now, 1)).length > 0
}

/** Orders `o` that are due for automatic fulfillment. Orders of an inactive channel wait until it is active again. */
const isDueOrder = (companyId: string, now: Date) => sql`
  o.company_id = ${companyAtRunTime(companyId)} and o.fulfill_after <= ${now.toISOString()}::timestamptz
  and exists (select from channels c where c.company_id = o.company_id and c.id = o.channel_id and c.is_active)`

/** Longest due first. */
async function listDueOrders(tx: Tx, companyId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select o.id from orders o where ${isDueOrder(companyId, now)} order by o.fulfill_after, o.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

async function isOrderDue(tx: Tx, companyId: string, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from orders o where ${isDueOrder(companyId, now)} and o.id = ${orderId}`)
  return rows.length > 0
}

/** The caller has locked the orders. */
async function postponeOrders(tx: Tx, companyId: string, orderIds: readonly string[], until: Date): Promise<void> {
  await tx.execute(sql`
    update orders set fulfill_after = ${until.toISOString()}::timestamptz
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
      and fulfill_after < ${until.toISOString()}::timestamptz`)
}
