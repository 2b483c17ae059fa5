import { sql } from 'drizzle-orm'
import { say } from '#contract/i18n.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import { recordFailed } from '#server/features/orders/fulfillment/record-outcome.ts'
import { requestFulfillment } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import { submitDueAttempts } from '#server/features/orders/fulfillment/submit-attempts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { type amazonControl, unitedStates } from '../amazon.ts'
import { secondsAfter } from '../dates.ts'
import { contextAt } from '../operator.ts'
import { createRandom } from '../random.ts'
import type { OrderInTransit } from './past/write-past.ts'
import type { PlacedOrder } from './place-orders.ts'

type Emulator = { sellerId: string; control: ReturnType<typeof amazonControl> }

/** Registers shipments in transit with the Amazon emulator and schedules their status checks. */
export async function registerShipments(
  ctx: CompanyContext,
  { sellerId, control }: Emulator,
  inTransit: readonly OrderInTransit[],
): Promise<void> {
  await control.putOrders(
    sellerId,
    inTransit.map((one) => toEmulatorOrder(unitedStates, one)),
  )
  const now = ctx.clock.now()
  const random = createRandom('turns')
  const checks = inTransit.flatMap(({ history }) =>
    history.fulfillments
      .filter(({ status }) => status === 'shipped')
      .map(({ id }) => ({ id: id ?? '', at: secondsAfter(now, random.between(300, 4 * 3600)) })),
  )
  await ctx.transaction((tx) => scheduleChecks(tx, ctx.companyId, checks))
}

const planningSeconds = 26 * 3600

/**
 * Sends some orders to the Amazon emulator as the operator would. One is rejected; `planned` ones stay in planning for
 * a day.
 */
export async function sendOrders(
  ctx: CompanyContext,
  { sellerId, control }: Emulator,
  orders: readonly PlacedOrder[],
): Promise<void> {
  for (const order of orders.filter(({ plan }) => plan.scenario === 'bad_address'))
    await requestRefusedFulfillment(ctx, order)
  const sent = orders.filter(({ plan }) => plan.scenario === 'sent' || plan.scenario === 'planned')
  for (const { orderId } of sent) {
    await ctx.transaction((tx) => requestFulfillment(tx, ctx, { orderId, insists: false }))
  }
  await submitDueAttempts({ ...ctx, actor: { type: 'job', name: 'orders.send' } })
  for (const { snapshot } of sent.filter(({ plan }) => plan.scenario === 'planned')) {
    await control.setTimings(sellerId, sellerFulfillmentOrderId(snapshot, 1), { process: planningSeconds })
  }
}

const refusal = {
  status: 'unfulfillable',
  code: 'bad_address',
  reason: say('Amazon doesn’t accept the delivery address. Correct the address and send the order again.'),
} as const

/** A fulfillment that Amazon rejected because of its address. */
async function requestRefusedFulfillment(operator: CompanyContext, { plan, orderId }: PlacedOrder): Promise<void> {
  const ctx = contextAt(operator, secondsAfter(plan.placedAt, 1260))
  const worker = contextAt({ ...ctx, actor: { type: 'job', name: 'orders.send' } }, secondsAfter(plan.placedAt, 1262))
  await ctx.transaction(async (tx) => {
    const { fulfillmentId } = await requestFulfillment(tx, ctx, { orderId, insists: false })
    await recordFailed(tx, worker, fulfillmentId, refusal)
  })
}

const speeds: Record<ShippingSpeed, string> = { standard: 'Standard', expedited: 'Expedited', priority: 'Priority' }

/** A shipped order as the emulator's control API expects it. */
function toEmulatorOrder(marketplaceId: string, { order, outcome, history }: OrderInTransit) {
  const { orderNumber, plan, snapshot } = order
  const { leftAt, acceptedAt, outForDelivery, deliver } = outcome
  const shipped = history.fulfillments.find(({ status }) => status === 'shipped')
  const address = snapshot.order.shippingAddress
  return {
    marketplaceId,
    asked: {
      sellerFulfillmentOrderId: shipped?.externalFulfillmentId,
      displayableOrderId: orderNumber,
      displayableOrderDate: plan.placedAt.toISOString(),
      displayableOrderComment: 'Thank you for your order.',
      shippingSpeedCategory: speeds[snapshot.order.shippingSpeed ?? 'standard'],
      destinationAddress: {
        name: address.recipientName,
        addressLine1: address.line1,
        ...(address.line2 ? { addressLine2: address.line2 } : {}),
        city: address.city,
        stateOrRegion: address.state,
        postalCode: address.postalCode,
        countryCode: address.country,
      },
      items: order.lines.slice(0, outcome.sentLines).map(({ id, sku, quantity }) => ({
        sellerSku: sku,
        sellerFulfillmentOrderItemId: id,
        quantity,
      })),
    },
    receivedAt: acceptedAt.toISOString(),
    leftAt: leftAt.toISOString(),
    timings: { outForDelivery, deliver },
    packages: history.packages.map(({ id, packageNumber, carrier, trackingNumber }) => ({
      packageNumber: Number(packageNumber),
      carrierCode: carrier,
      trackingNumber,
      items: history.packageItems
        .filter(({ packageId }) => packageId === id)
        .map(({ orderItemId, quantity }) => ({ itemId: orderItemId, quantity })),
    })),
  }
}

/** Schedules status checks for these fulfillments. */
async function scheduleChecks(tx: Tx, companyId: string, checks: readonly { id: string; at: Date }[]) {
  await tx.execute(sql`
    update fulfillments f set next_check_at = due.at
    from json_to_recordset(${JSON.stringify(checks)}::json) as due(id uuid, at timestamptz)
    where f.company_id = ${companyId} and f.id = due.id`)
}
