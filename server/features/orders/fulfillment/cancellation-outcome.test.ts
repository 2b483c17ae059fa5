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
let fixture: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.cancelBehaviour = 'obeys'
  fixture = await createTrackingFixture(test)
})

async function sendAnew({ id: orderId }: SoldOrder) {
  await cancelAndResend(fixture.ctx, { orderId })
  await fixture.send()
  await fixture.track()
  await fixture.send()
}

/** Two units at Amazon in one attempt and a third in another. */
async function sentInParts() {
  const order = await fixture.sent({ quantity: 3, items: 2 })
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  await fixture.send()
  return order
}

describe('an order with several attempts', () => {
  it('resends the stuck part while the other has shipped', async () => {
    const order = await sentInParts()
    test.amazon.advance(externalIdOf(order), 'shipped')
    await fixture.track()
    await sendAnew(order)
    expect((await fixture.attempts(order.id)).map(({ status }) => status)).toEqual([
      'shipped',
      'cancelled',
      'submitted',
    ])
    expect(await fixture.unitsOf((await fixture.attemptOf(order))?.id ?? '')).toMatchObject([{ quantity: 1 }])
    expect(await fixture.level()).toEqual({ held: 3, free: 7 })
  })

  it('waits for a person when only one part could be cancelled, and ends once the remainder is closed', async () => {
    const order = await sentInParts()
    test.amazon.advance(externalIdOf(order, 2), 'processing')
    await cancelOrder(fixture.ctx, { orderId: order.id })
    await fixture.send()
    await fixture.track()
    expect(await fixture.openCodes(order)).toEqual(['cancel_refused'])
    await fixture.dismiss(order)
    test.amazon.advance(externalIdOf(order, 2), 'delivered')
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
    expect(await fixture.openCodes(order)).toEqual(['shipped_partly'])
    await fixture.dismiss(order)
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered', partialReason: null })
    expect(await fixture.level()).toEqual({ held: 1, free: 9 })
  })
})

describe('a cancellation', () => {
  it('cancels the order once Amazon has confirmed it, and releases its units', async () => {
    const order = await fixture.sent()
    await cancelOrder(fixture.ctx, { orderId: order.id })
    expect(await fixture.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    await fixture.send()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled', cancelledAt: test.clock.now() })
    expect(await fixture.attemptOf(order)).toMatchObject({ status: 'cancelled', error: null })
    expect(await fixture.level()).toEqual({ held: 0, free: 10 })
    expect((await fixture.channelMessages(order)).map(({ type }) => type)).toEqual([
      'order.sent_to_fulfillment',
      'order.cancelled',
    ])
    expect(await fixture.openCodes(order)).toEqual([])
  })

  it.each(['too_late', 'ignores'] as const)('is dropped when Amazon packs anyway (%s)', async (behaviour) => {
    const order = await fixture.sent()
    test.amazon.cancelBehaviour = behaviour
    await cancelOrder(fixture.ctx, { orderId: order.id })
    await fixture.send()
    test.amazon.advance(externalIdOf(order), 'processing')
    await fixture.track()
    expect(await fixture.attemptOf(order)).toMatchObject({
      cancelRequestedAt: null,
      cancelPurpose: null,
      cancelAskedAt: null,
    })
    expect(await fixture.openCodes(order)).toEqual(['cancel_refused'])
    test.amazon.advance(externalIdOf(order), 'shipped')
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
    expect(await fixture.openCodes(order)).toEqual(['cancel_refused'])
  })

  it('resends in the transaction that records the confirmation, with the requested speed', async () => {
    const order = await fixture.sent()
    await cancelAndResend(fixture.ctx, { orderId: order.id, shippingSpeed: 'priority' })
    await fixture.send()
    expect(await fixture.attempts(order.id)).toHaveLength(1)
    await fixture.track()
    expect(await fixture.attempts(order.id)).toMatchObject([
      { status: 'cancelled', error: null },
      { status: 'pending', shippingSpeed: 'priority' },
    ])
    expect(await fixture.row(order.id)).toMatchObject({ status: 'placed' })
    await fixture.send()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
    expect(await fixture.level()).toEqual({ held: 2, free: 8 })
    expect(await fixture.openCodes(order)).toEqual([])
  })

  it('resends only what was stopped, at the speed it had, the second time too', async () => {
    const order = await fixture.sell({ quantity: 3 })
    const items = [{ orderItemId: order.items[0]?.id ?? '', quantity: 2 }]
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false, shippingSpeed: 'priority', items })
    await fixture.send()
    await sendAnew(order)
    await sendAnew(order)
    const last = await fixture.attemptOf(order)
    expect(last).toMatchObject({ attempt: 3, shippingSpeed: 'priority' })
    expect(await fixture.unitsOf(last?.id ?? '')).toMatchObject([{ quantity: 2 }])
  })

  it('resends nothing that the channel has cancelled meanwhile', async () => {
    const order = await fixture.sent()
    await cancelAndResend(fixture.ctx, { orderId: order.id })
    const raised = [{ orderId: order.id, code: 'cancelled_by_channel' as const, reason: 'The shop cancelled it.' }]
    await fixture.ctx.transaction((tx) => raiseAttention(tx, fixture.companyId, test.clock.now(), raised))
    await fixture.send()
    await fixture.track()
    expect(await fixture.attempts(order.id)).toMatchObject([{ status: 'cancelled' }])
    expect(await fixture.row(order.id)).toMatchObject({ status: 'placed' })
    expect(await fixture.openCodes(order)).toEqual(['cancelled_by_channel'])
  })

  it('cancels the order instead when that is requested during a resend', async () => {
    const order = await fixture.sent()
    expect(await cancelAndResend(fixture.ctx, { orderId: order.id })).toMatchObject({ transit: 'resending' })
    expect(await cancelOrder(fixture.ctx, { orderId: order.id })).toMatchObject({ transit: 'cancelling' })
    await fixture.send()
    await fixture.track()
    expect(await fixture.attempts(order.id)).toMatchObject([{ status: 'cancelled' }])
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled' })
  })

  it('waits for a person when the order can’t be resent', async () => {
    const order = await fixture.sent()
    await cancelAndResend(fixture.ctx, { orderId: order.id })
    await fixture.send()
    await fixture.ctx.transaction((tx) =>
      tx.update(amazonIntegrations).set({ marketplaceIds: [] }).where(eq(amazonIntegrations.id, fixture.accountId)),
    )
    await fixture.track()
    expect(await fixture.attempts(order.id)).toHaveLength(1)
    expect(await fixture.row(order.id)).toMatchObject({ status: 'placed' })
    expect(await fixture.openCodes(order)).toEqual(['unfulfillable'])
  })
})
