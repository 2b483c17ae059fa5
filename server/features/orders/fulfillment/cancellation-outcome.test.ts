import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import {
  createTrackingFixture,
  externalIdOf,
  type TrackingFixture,
  type SoldOrder,
  createSubmissionFixture,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { raiseAttention } from '../attention/attention.ts'
import { cancelAndResend, cancelOrder } from './request-cancellation.ts'
import { fulfillOrder } from './request-fulfillment.ts'

let test: SubmissionFixture
let desk: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.cancelBehaviour = 'obeys'
  desk = await createTrackingFixture(test)
})

async function sendAnew({ id: orderId }: SoldOrder) {
  await cancelAndResend(desk.ctx, { orderId })
  await desk.send()
  await desk.track()
  await desk.send()
}

/** Two units with Amazon as one attempt, and the third as another. */
async function sentInParts() {
  const order = await desk.sent({ quantity: 3, items: 2 })
  await fulfillOrder(desk.ctx, { orderId: order.id, insists: false })
  await desk.send()
  return order
}

describe('an order with several attempts', () => {
  it('resends the stuck part while the other has shipped', async () => {
    const order = await sentInParts()
    test.amazon.advance(externalIdOf(order), 'shipped')
    await desk.track()
    await sendAnew(order)
    expect((await desk.attempts(order.id)).map(({ status }) => status)).toEqual(['shipped', 'cancelled', 'submitted'])
    expect(await desk.unitsOf((await desk.attemptOf(order))?.id ?? '')).toMatchObject([{ quantity: 1 }])
    expect(await desk.level()).toEqual({ held: 3, free: 7 })
  })

  it('waits for a person when only one part could be cancelled, and ends once the remainder is closed', async () => {
    const order = await sentInParts()
    test.amazon.advance(externalIdOf(order, 2), 'processing')
    await cancelOrder(desk.ctx, { orderId: order.id })
    await desk.send()
    await desk.track()
    expect(await desk.openCodes(order)).toEqual(['cancel_refused'])
    await desk.dismiss(order)
    test.amazon.advance(externalIdOf(order, 2), 'delivered')
    await desk.track()
    expect(await desk.row(order.id)).toMatchObject({ status: 'shipped' })
    expect(await desk.openCodes(order)).toEqual(['shipped_partly'])
    await desk.dismiss(order)
    expect(await desk.row(order.id)).toMatchObject({ status: 'delivered', partialReason: null })
    expect(await desk.level()).toEqual({ held: 1, free: 9 })
  })
})

describe('a cancellation', () => {
  it('cancels the order once Amazon has confirmed it, and releases its units', async () => {
    const order = await desk.sent()
    await cancelOrder(desk.ctx, { orderId: order.id })
    expect(await desk.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    await desk.send()
    expect(await desk.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    await desk.track()
    expect(await desk.row(order.id)).toMatchObject({ status: 'cancelled', cancelledAt: test.clock.now() })
    expect(await desk.attemptOf(order)).toMatchObject({ status: 'cancelled', error: null })
    expect(await desk.level()).toEqual({ held: 0, free: 10 })
    expect((await desk.channelMessages(order)).map(({ type }) => type)).toEqual([
      'order.sent_to_fulfillment',
      'order.cancelled',
    ])
    expect(await desk.openCodes(order)).toEqual([])
  })

  it.each(['too_late', 'ignores'] as const)('is dropped when Amazon packs anyway (%s)', async (behaviour) => {
    const order = await desk.sent()
    test.amazon.cancelBehaviour = behaviour
    await cancelOrder(desk.ctx, { orderId: order.id })
    await desk.send()
    test.amazon.advance(externalIdOf(order), 'processing')
    await desk.track()
    expect(await desk.attemptOf(order)).toMatchObject({
      cancelRequestedAt: null,
      cancelPurpose: null,
      cancelAskedAt: null,
    })
    expect(await desk.openCodes(order)).toEqual(['cancel_refused'])
    test.amazon.advance(externalIdOf(order), 'shipped')
    await desk.track()
    expect(await desk.row(order.id)).toMatchObject({ status: 'shipped' })
    expect(await desk.openCodes(order)).toEqual(['cancel_refused'])
  })

  it('resends in the transaction that records the confirmation, with the requested speed', async () => {
    const order = await desk.sent()
    await cancelAndResend(desk.ctx, { orderId: order.id, shippingSpeed: 'priority' })
    await desk.send()
    expect(await desk.attempts(order.id)).toHaveLength(1)
    await desk.track()
    expect(await desk.attempts(order.id)).toMatchObject([
      { status: 'cancelled', error: null },
      { status: 'pending', shippingSpeed: 'priority' },
    ])
    expect(await desk.row(order.id)).toMatchObject({ status: 'placed' })
    await desk.send()
    expect(await desk.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    expect(await desk.level()).toEqual({ held: 2, free: 8 })
    expect(await desk.openCodes(order)).toEqual([])
  })

  it('resends only what was stopped, at the speed it had, the second time too', async () => {
    const order = await desk.sell({ quantity: 3 })
    const items = [{ orderItemId: order.items[0]?.id ?? '', quantity: 2 }]
    await fulfillOrder(desk.ctx, { orderId: order.id, insists: false, shippingSpeed: 'priority', items })
    await desk.send()
    await sendAnew(order)
    await sendAnew(order)
    const last = await desk.attemptOf(order)
    expect(last).toMatchObject({ attempt: 3, shippingSpeed: 'priority' })
    expect(await desk.unitsOf(last?.id ?? '')).toMatchObject([{ quantity: 2 }])
  })

  it('resends nothing that the channel has cancelled meanwhile', async () => {
    const order = await desk.sent()
    await cancelAndResend(desk.ctx, { orderId: order.id })
    const raised = [{ orderId: order.id, code: 'cancelled_by_channel' as const, reason: 'The shop cancelled it.' }]
    await desk.ctx.transaction((tx) => raiseAttention(tx, desk.companyId, test.clock.now(), raised))
    await desk.send()
    await desk.track()
    expect(await desk.attempts(order.id)).toMatchObject([{ status: 'cancelled' }])
    expect(await desk.row(order.id)).toMatchObject({ status: 'placed' })
    expect(await desk.openCodes(order)).toEqual(['cancelled_by_channel'])
  })

  it('cancels the order instead when that is requested during a resend', async () => {
    const order = await desk.sent()
    expect(await cancelAndResend(desk.ctx, { orderId: order.id })).toMatchObject({ transit: 'resending' })
    expect(await cancelOrder(desk.ctx, { orderId: order.id })).toMatchObject({ transit: 'cancelling' })
    await desk.send()
    await desk.track()
    expect(await desk.attempts(order.id)).toMatchObject([{ status: 'cancelled' }])
    expect(await desk.row(order.id)).toMatchObject({ status: 'cancelled' })
  })

  it('waits for a person when the order can’t be resent', async () => {
    const order = await desk.sent()
    await cancelAndResend(desk.ctx, { orderId: order.id })
    await desk.send()
    await desk.ctx.transaction((tx) =>
      tx.update(amazonIntegrations).set({ marketplaceIds: [] }).where(eq(amazonIntegrations.id, desk.accountId)),
    )
    await desk.track()
    expect(await desk.attempts(order.id)).toHaveLength(1)
    expect(await desk.row(order.id)).toMatchObject({ status: 'placed' })
    expect(await desk.openCodes(order)).toEqual(['unfulfillable'])
  })
})
