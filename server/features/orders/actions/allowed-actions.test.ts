import { sellerFulfillmentOrderId } from '../fulfillment/amazon-order-id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { obstacleTo, orderActions, type OrderAction } from '#contract/order-actions.ts'
import { orderTransitions, orderStatuses, type OrderStatus } from '#contract/order-status.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { buildFulfillment, changeSettings, countStock } from '#server/testing/stock.ts'
import { cancelOrder } from '../fulfillment/request-cancellation.ts'
import { fulfillOrder, resendOrder } from '../fulfillment/request-fulfillment.ts'
import { shipOrder } from '../fulfillment/ship-order.ts'
import { getOrderRowOrThrow } from '../order-queries.ts'
import { acknowledgeOrder, holdOrder, releaseOrder, requestReview } from './actions.ts'
import { editAddress } from './edit-address.ts'
import { readOrder } from '../read-order.ts'
import { restoreOrder } from './restore-order.ts'
import { substituteSku } from './substitute-sku.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: OrderFixture
let parents: { channelId: string; skuId: string; sku: string; otherSkuId: string; integrationId: string }
beforeAll(async () => {
  test = await createTestDeps({ clock, ports: { ...noPorts, fulfillment: new FakeFulfillment(clock) } })
  fixture = await createOrderFixture(test.deps)
  await changeSettings(test.deps.db, fixture.companyId, { customerEmail: true })
  const { id: channelId } = await buildChannel(test.deps, fixture.companyId)
  const { id: skuId, sku } = await buildSku(test.deps.db, fixture.companyId, { stockHolder: 'amazon' })
  const { id: otherSkuId } = await buildSku(test.deps.db, fixture.companyId)
  await countStock(test.deps.db, fixture.companyId, otherSkuId, { available: 1_000 })
  parents = { channelId, skuId, sku, otherSkuId, integrationId: await buildAccount(test.deps, fixture.companyId) }
})
afterAll(() => test.close())

const address = {
  recipientName: 'Ana Ruiz',
  line1: '2 Pine St',
  line2: null,
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

const steps: Record<OrderAction, (ctx: CompanyContext, orderId: string) => Promise<OrderRow>> = {
  acknowledge: (ctx, orderId) => acknowledgeOrder(ctx, { orderId }),
  fulfill: (ctx, orderId) => fulfillOrder(ctx, { orderId, insists: true }),
  resend: (ctx, orderId) => resendOrder(ctx, { orderId, insists: true }),
  ship: (ctx, orderId) => shipOrder(ctx, { orderId, carrier: 'UPS', trackingNumber: '1Z9', trackingUrl: null }),
  edit_address: (ctx, orderId) => editAddress(ctx, { orderId, ...address }),
  substitute: async (ctx, orderId) => {
    const { items } = await readOrder(ctx, { orderId })
    return substituteSku(ctx, { orderId, orderItemId: items[0]?.id ?? '', skuId: parents.otherSkuId })
  },
  hold: (ctx, orderId) => holdOrder(ctx, { orderId, reason: 'Fraud check' }),
  release: (ctx, orderId) => releaseOrder(ctx, { orderId }),
  cancel: (ctx, orderId) => cancelOrder(ctx, { orderId }),
  restore: (ctx, orderId) => restoreOrder(ctx, { orderId }),
  request_review: (ctx, orderId) => requestReview(ctx, { orderId }),
}

const flags = ['plain', 'held', 'sending', 'cancelling', 'resending', 'partial'] as const
type Flag = (typeof flags)[number]

type Attempt = Pick<typeof fulfillments.$inferInsert, 'status' | 'cancelRequestedAt' | 'cancelPurpose'>

/** The attempt of an order in this status; none while it is placed. */
function attemptOf(status: OrderStatus, flag: Flag): Attempt | null {
  if (flag === 'sending') return { status: 'pending' }
  if (flag === 'cancelling' || flag === 'resending') {
    const cancelPurpose = flag === 'cancelling' ? 'cancel_order' : 'send_again'
    return { status: 'received', cancelRequestedAt: clock.now(), cancelPurpose }
  }
  if (status === 'sent_to_fulfillment') return { status: 'received' }
  return status === 'shipped' || status === 'delivered' ? { status } : null
}

/** Two units, one of them sent when the order is partial. */
async function build(status: OrderStatus, flag: Flag): Promise<string> {
  const { channelId, skuId, sku, integrationId } = parents
  const sixDaysAgo = new Date(clock.now().getTime() - 6 * 24 * 3600 * 1000)
  const hasShipped = status === 'shipped' || status === 'delivered'
  const order = await fixture.build({
    channelId,
    status,
    items: [{ skuId, sku, quantity: 2 }],
    ...(hasShipped && { shippedAt: sixDaysAgo }),
    ...(status === 'delivered' && { deliveredAt: sixDaysAgo }),
    ...(status === 'cancelled' && { cancelledAt: sixDaysAgo }),
    ...(flag === 'held' && { heldAt: sixDaysAgo, holdReason: 'Fraud check' }),
    ...(flag === 'partial' && { partialReason: 'One unit is left' }),
  })
  const attempt = attemptOf(status, flag)
  if (attempt) {
    await buildFulfillment(test.deps.db, fixture.companyId, order, {
      ...attempt,
      integrationId,
      externalFulfillmentId: sellerFulfillmentOrderId(order, 1),
      quantity: flag === 'partial' ? 1 : 2,
    })
  }
  return order.id
}

const read = (orderId: string) => fixture.ctx.transaction((tx) => getOrderRowOrThrow(tx, fixture.companyId, orderId))

/** Acts on an order of its own, so that the others stay unchanged. */
async function expectDone(action: OrderAction, status: OrderStatus, flag: Flag): Promise<void> {
  const after = await steps[action](fixture.ctx, await build(status, flag))
  // Shipping takes two steps at once: the order is sent to fulfillment, then shipped.
  if (action === 'ship') return expect(after.status).toBe('shipped')
  if (after.status !== status) expect(orderTransitions[status], action).toContain(after.status)
}

const kinds = orderStatuses.flatMap((status) => flags.map((flag) => [status, flag] as const))

describe('an order', () => {
  it.each(kinds)('that is %s and %s allows exactly the actions of the contract', async (status, flag) => {
    const orderId = await build(status, flag)
    const before = await read(orderId)
    await Promise.all(
      orderActions.map(async (action) => {
        const message = obstacleTo(action, before, clock.now())
        if (message === null) return expectDone(action, status, flag)
        await expect(steps[action](fixture.ctx, orderId), action).rejects.toMatchObject({ code: 'conflict', message })
      }),
    )
    expect(await read(orderId)).toEqual(before)
  })

  it('reaches the statuses that only people decide by their actions alone', async () => {
    const orderId = await build('placed', 'plain')
    const walk: OrderAction[] = ['acknowledge', 'hold', 'release', 'cancel', 'restore', 'fulfill']
    const statuses: OrderStatus[] = []
    for (const action of walk) statuses.push((await steps[action](fixture.ctx, orderId)).status)
    expect(statuses).toEqual(['acknowledged', 'acknowledged', 'acknowledged', 'cancelled', 'placed', 'placed'])
    expect(await read(orderId)).toMatchObject({ transit: 'sending' })
  })
})
