import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import { isOrderDue, listDueOrders, postponeOrders } from '../queries/due-orders.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { isFaultOfOrder } from '../take-in/is-fault-of-order.ts'
import { keepBack } from './keep-back.ts'
import { requestFulfillment } from './request-fulfillment.ts'
import { SendingRefused } from './sending/sending-refused.ts'

const batchSize = 100
const pauseMinutes = 15

/** `kept` wait for a person, `left` for another time, or for nobody any more. */
type Outcome = 'sent' | 'kept' | 'left'
type Tally = Record<Outcome, number>

/** Has Amazon ship the orders whose channel wants that and whose delay is over. */
export async function autoFulfill(ctx: CompanyContext): Promise<Tally> {
  const tally: Tally = { sent: 0, kept: 0, left: 0 }
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) return tally
    for (const orderId of due) {
      const outcome = await sendOrder(ctx, orderId)
      if (outcome === 'no_account') return { ...tally, left: tally.left + (await waitForAccount(ctx)) }
      tally[outcome] += 1
    }
  }
}

async function sendOrder(ctx: CompanyContext, orderId: string): Promise<Outcome | 'no_account'> {
  try {
    return await ctx.transaction(async (tx) => {
      if (!(await lockDueOrder(tx, ctx, orderId))) return 'left'
      await requestFulfillment(tx, ctx, { orderId, insists: false, isBulk: true })
      return 'sent'
    })
  } catch (error) {
    if (error instanceof SendingRefused && error.obstacle === 'no_account') return 'no_account'
    if (error instanceof AppError) return (await keepBack(ctx, orderId, error)) ? 'kept' : 'left'
    if (!isFaultOfOrder(error)) throw error
    ctx.log.error({ orderId, ...errorFacts(error) }, 'an order could not be sent by itself; it is tried again later')
    await postpone(ctx, [orderId])
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
async function waitForAccount(ctx: CompanyContext): Promise<number> {
  let postponed = 0
  for (;;) {
    const due = await ctx.transaction((tx) => listDueOrders(tx, ctx.companyId, ctx.clock.now(), batchSize))
    if (due.length === 0) break
    await postpone(ctx, due)
    postponed += due.length
  }
  ctx.log.warn({ orders: postponed }, 'orders are due, and no Amazon account is connected to send them by')
  return postponed
}

async function postpone(ctx: CompanyContext, orderIds: readonly string[]): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + pauseMinutes * 60_000)
  await ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, orderIds)
    await postponeOrders(tx, ctx.companyId, orderIds, until)
  })
}
