import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { isOrderDue, listDueOrders, postponeOrders } from '../queries/due-orders.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { isDataError } from '../take-in/is-fault-of-order.ts'
import { excludeFromAutoFulfill } from './keep-back.ts'
import { requestFulfillment } from './request-fulfillment.ts'
import { SendingRefused } from './sending/sending-refused.ts'

const batchSize = 100
const pauseMinutes = 15

/** `kept` wait for a person, `left` for another time, or for nobody any more. */
type AutoFulfillOutcome = 'sent' | 'kept' | 'left'
type AutoFulfillCounts = Record<AutoFulfillOutcome, number>

/** Has Amazon ship the orders whose channel wants that and whose delay is over. */
export async function autoFulfill(ctx: CompanyContext): Promise<AutoFulfillCounts> {
  const counts: AutoFulfillCounts = { sent: 0, kept: 0, left: 0 }
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) return counts
    for (const orderId of due) {
      const outcome = await fulfillDueOrder(ctx, orderId)
      if (outcome === 'no_account') return { ...counts, left: counts.left + (await postponeUntilConnected(ctx)) }
      counts[outcome] += 1
    }
  }
}

async function fulfillDueOrder(ctx: CompanyContext, orderId: string): Promise<AutoFulfillOutcome | 'no_account'> {
  try {
    return await ctx.transaction(async (tx) => {
      if (!(await lockDueOrder(tx, ctx, orderId))) return 'left'
      await requestFulfillment(tx, ctx, { orderId, insists: false, isBulk: true })
      return 'sent'
    })
  } catch (error) {
    if (error instanceof SendingRefused && error.obstacle === 'no_account') return 'no_account'
    if (error instanceof AppError) return (await excludeFromAutoFulfill(ctx, orderId, error)) ? 'kept' : 'left'
    if (!isDataError(error)) throw error
    ctx.log.error({ orderId, ...loggableError(error) }, 'an order could not be sent by itself; it is tried again later')
    await postponeDueOrders(ctx, [orderId])
    return 'left'
  }
}

/** Its channel may have been set otherwise, or the order got into trouble, since its time was set. */
async function lockDueOrder(tx: Tx, { companyId, clock }: CompanyContext, orderId: string): Promise<boolean> {
  const now = clock.now()
  await lockOrders(tx, companyId, [orderId])
  if (!(await isOrderDue(tx, companyId, orderId, now))) return false
  await setFulfillAfter(tx, companyId, [orderId], now)
  return isOrderDue(tx, companyId, orderId, now)
}

/** Nothing is wrong with the orders: they go once somebody has connected an account. */
async function postponeUntilConnected(ctx: CompanyContext): Promise<number> {
  let postponed = 0
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) break
    await postponeDueOrders(ctx, due)
    postponed += due.length
  }
  ctx.log.warn({ orders: postponed }, 'orders are due, and no Amazon account is connected to send them by')
  return postponed
}

async function postponeDueOrders(ctx: CompanyContext, orderIds: readonly string[]): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + pauseMinutes * 60_000)
  await ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, orderIds)
    await postponeOrders(tx, ctx.companyId, orderIds, until)
  })
}
