import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import { requestFulfillment } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/submit-attempts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { unitedStates } from '../amazon.ts'
import type { amazonControl } from '../amazon/control-plane.ts'
import { secondsAfter } from '../moments.ts'
import { createRandom } from '../random.ts'
import type { OrderInTransit } from './past/write-past.ts'
import type { PlacedOrder } from './place.ts'
import { scheduleChecks } from './queries.ts'
import { requestRefusedFulfillment } from './send-in-vain.ts'
import { toEmulatorOrder } from './shipped-order.ts'

type Emulator = { sellerId: string; control: ReturnType<typeof amazonControl> }

/** Lets the stand-in for Amazon know the parcels that are on their way, and has their way followed. */
export async function registerShipments(
  ctx: CompanyContext,
  { sellerId, control }: Emulator,
  onTheirWay: readonly OrderInTransit[],
): Promise<void> {
  await control.putOrders(
    sellerId,
    onTheirWay.map((one) => toEmulatorOrder(unitedStates, one)),
  )
  const now = ctx.clock.now()
  const random = createRandom('turns')
  const checks = onTheirWay.flatMap(({ chronicle }) =>
    chronicle.fulfillments
      .filter(({ status }) => status === 'shipped')
      .map(({ id }) => ({ id: id ?? '', at: secondsAfter(now, random.between(300, 4 * 3600)) })),
  )
  await ctx.transaction((tx) => scheduleChecks(tx, ctx.companyId, checks))
}

const planningSeconds = 26 * 3600

/** Has Amazon ship some orders, as the operator would: one in vain, and `planned` ones stay in its planning for a day. */
export async function sendOrders(
  ctx: CompanyContext,
  { sellerId, control }: Emulator,
  orders: readonly PlacedOrder[],
): Promise<void> {
  for (const order of orders.filter(({ plan }) => plan.turn === 'bad_address'))
    await requestRefusedFulfillment(ctx, order)
  const sent = orders.filter(({ plan }) => plan.turn === 'sent' || plan.turn === 'planned')
  for (const { orderId } of sent) {
    await ctx.transaction((tx) => requestFulfillment(tx, ctx, { orderId, insists: false }))
  }
  await submitDueAttempts({ ...ctx, actor: { type: 'job', name: 'orders.send' } })
  for (const { news } of sent.filter(({ plan }) => plan.turn === 'planned')) {
    await control.setTimings(sellerId, sellerFulfillmentOrderId(news, 1), { process: planningSeconds })
  }
}
