import { and, eq } from 'drizzle-orm'
import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { AppError } from '#contract/errors.ts'
import { isLive, type OrderStatus } from '#contract/order-status.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/submit-attempts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import type { Crash } from './crash-injection.ts'
import type { ExactlyOnceFixture } from './fixture.ts'

export type Disturbance = {
  /** When the first process crashes. */
  death: Crash | null
  /** The fault of the first submission at Amazon. */
  fault: FaultKind | null
  /** When the second process crashes. */
  secondDeath?: Crash | null
  /** Whether two processes continue in parallel afterwards. */
  areTwins?: boolean
}

const maxProcesses = 12

/** Submits one order under these disturbances. Returns violations of exactly-once, and the awaits of the first process. */
export async function runSubmission(fixture: ExactlyOnceFixture, disturbance: Disturbance) {
  const { id: orderId, orderNumber } = await fixture.sell()
  if (disturbance.fault)
    fixture.amazon.faults.add({ kind: disturbance.fault, operation: 'createFulfillmentOrder', next: 1 })
  const awaits = await fixture.runProcess(disturbance.death, async (ctx) => {
    await fulfillOrder(ctx, { orderId, insists: false })
    await submitDueAttempts(ctx)
  })
  await continueUntilSent(fixture, orderId, disturbance)
  fixture.amazon.faults.clear()
  return { awaits, wrong: await findViolations(fixture, orderId, orderNumber) }
}

/** Runs further processes until the order is at Amazon: each requests the fulfillment again if there is no live attempt, and submits due ones. */
async function continueUntilSent(
  fixture: ExactlyOnceFixture,
  orderId: string,
  { secondDeath = null, areTwins = false }: Disturbance,
) {
  for (let process = 0; process < maxProcesses; process += 1) {
    const { status, attempts } = await readOrder(fixture, orderId)
    if (isWithAmazon(status)) return
    fixture.wait(20 * 60)
    const go = () =>
      fixture.runProcess(process === 0 ? secondDeath : null, async (ctx) => {
        if (!attempts.some((attempt) => isLive(attempt.status))) await requestFulfillment(ctx, orderId)
        await submitDueAttempts(ctx)
      })
    await Promise.all(areTwins ? [go(), go()] : [go()])
  }
}

/** Or already shipped: the clock advances between two processes. */
const isWithAmazon = (status: OrderStatus | undefined) =>
  status === 'sent_to_fulfillment' || status === 'shipped' || status === 'delivered'

/** Of two simultaneous requests one is refused, which is fine. */
async function requestFulfillment(ctx: CompanyContext, orderId: string): Promise<void> {
  await fulfillOrder(ctx, { orderId, insists: false }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function findViolations(fixture: ExactlyOnceFixture, orderId: string, orderNumber: string): Promise<string[]> {
  const { status, attempts } = await readOrder(fixture, orderId)
  const ours = attempts.filter((attempt) => isLive(attempt.status))
  const theirs = fixture.liveOf(orderNumber)
  return [
    ...(theirs.length === 1 ? [] : [`Amazon has ${theirs.length} live orders for ${orderNumber}`]),
    ...(ours.length === 1 ? [] : [`${orderNumber} has ${ours.length} live attempts`]),
    ...(ours[0]?.externalFulfillmentId === theirs[0]?.id ? [] : [`${orderNumber} does not know its order at Amazon`]),
    ...(isWithAmazon(status) ? [] : [`${orderNumber} is ${status}`]),
  ]
}

export function readOrder({ deps, companyId }: ExactlyOnceFixture, orderId: string) {
  return deps.db.inCompany(companyId, async (tx) => {
    const [order] = await tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
    const attempts = await tx
      .select({ status: fulfillments.status, externalFulfillmentId: fulfillments.externalFulfillmentId })
      .from(fulfillments)
      .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.orderId, orderId)))
    return { status: order?.status, attempts }
  })
}
