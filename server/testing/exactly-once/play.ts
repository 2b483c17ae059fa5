import { and, eq } from 'drizzle-orm'
import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { AppError } from '#contract/errors.ts'
import { isLive } from '#contract/order-states.ts'
import type { OrderStatus } from '#contract/order-words.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/fulfill-order.ts'
import { sendDue } from '#server/features/orders/fulfillment/send-due.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import type { Death } from './mortality.ts'
import type { FulfillmentWorld } from './world.ts'

export type Trouble = {
  /** When the first process dies. */
  death: Death | null
  /** What goes wrong with the first submission at Amazon. */
  fault: FaultKind | null
  /** When the second one does. */
  secondDeath?: Death | null
  /** Whether two processes go on at once afterwards. */
  areTwins?: boolean
}

const mostLives = 12

/** One order is sent to Amazon through all this. Answers what went wrong in the end, and what the first process awaited. */
export async function playSending(world: FulfillmentWorld, trouble: Trouble) {
  const { id: orderId, orderNumber } = await world.sell()
  if (trouble.fault) world.amazon.faults.add({ kind: trouble.fault, operation: 'createFulfillmentOrder', next: 1 })
  const awaits = await world.live(trouble.death, async (ctx) => {
    await fulfillOrder(ctx, { orderId, insists: false })
    await sendDue(ctx)
  })
  await goOn(world, orderId, trouble)
  world.amazon.faults.clear()
  return { awaits, wrong: await findWrong(world, orderId, orderNumber) }
}

/** Whoever finds the order unsent sends it, as a person would; the sweep sees to what was begun. */
async function goOn(world: FulfillmentWorld, orderId: string, { secondDeath = null, areTwins = false }: Trouble) {
  for (let life = 0; life < mostLives; life += 1) {
    const { status, attempts } = await readOrder(world, orderId)
    if (isWithAmazon(status)) return
    world.wait(20 * 60)
    const go = () =>
      world.live(life === 0 ? secondDeath : null, async (ctx) => {
        if (!attempts.some((attempt) => isLive(attempt.status))) await press(ctx, orderId)
        await sendDue(ctx)
      })
    await Promise.all(areTwins ? [go(), go()] : [go()])
  }
}

/** Or on its way to the customer already: the clock goes on between two lives. */
const isWithAmazon = (status: OrderStatus | undefined) =>
  status === 'sent_to_fulfillment' || status === 'shipped' || status === 'delivered'

/** Of two who press at once, one is told that it is being sent already. */
async function press(ctx: CompanyContext, orderId: string): Promise<void> {
  await fulfillOrder(ctx, { orderId, insists: false }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function findWrong(world: FulfillmentWorld, orderId: string, orderNumber: string): Promise<string[]> {
  const { status, attempts } = await readOrder(world, orderId)
  const ours = attempts.filter((attempt) => isLive(attempt.status))
  const theirs = world.liveOf(orderNumber)
  return [
    ...(theirs.length === 1 ? [] : [`Amazon has ${theirs.length} live orders for ${orderNumber}`]),
    ...(ours.length === 1 ? [] : [`${orderNumber} has ${ours.length} live attempts`]),
    ...(ours[0]?.externalFulfillmentId === theirs[0]?.id ? [] : [`${orderNumber} does not know its order at Amazon`]),
    ...(isWithAmazon(status) ? [] : [`${orderNumber} is ${status}`]),
  ]
}

export function readOrder({ deps, companyId }: FulfillmentWorld, orderId: string) {
  return deps.db.inCompany(companyId, async (tx) => {
    const [order] = await tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
    const attempts = await tx
      .select({ status: fulfillments.status, externalFulfillmentId: fulfillments.externalFulfillmentId })
      .from(fulfillments)
      .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
    return { status: order?.status, attempts }
  })
}
