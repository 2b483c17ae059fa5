import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fulfillmentItems } from '#server/platform/db/schema/fulfillment.ts'
import { parcel } from '#server/testing/fake-fulfillment.ts'
import {
  createTrackingFixture,
  externalIdOf,
  line,
  type TrackingFixture,
  createSubmissionFixture,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { recordFailed } from './record-outcome.ts'

let test: SubmissionFixture
let fixture: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => void (fixture = await createTrackingFixture(test)))

describe('an order that Amazon does not ship', () => {
  it.each([
    ['unfulfillable', false, 'unfulfillable'],
    ['unfulfillable', true, 'rejected_by_amazon'],
    ['cancelled', false, 'unfulfillable'],
  ] as const)(
    'returns to placed when it is %s (invalid: %s), with its units held again',
    async (status, isInvalid, code) => {
      const order = await fixture.sent()
      test.amazon.put(externalIdOf(order), { isInvalid })
      test.amazon.advance(externalIdOf(order), status)
      await fixture.track()
      expect(await fixture.row(order.id)).toMatchObject({ status: 'placed', partialReason: null, fulfillAfter: null })
      expect(await fixture.attemptOf(order)).toMatchObject({
        status,
        nextCheckAt: null,
        error: expect.stringContaining(externalIdOf(order)),
      })
      expect(await fixture.openCodes(order)).toEqual([code])
      expect(await fixture.level()).toEqual({ held: 2, free: 8 })
      await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
      await fixture.send()
      expect(await fixture.openCodes(order)).toEqual([])
      expect(await fixture.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment' })
      expect(await fixture.level()).toEqual({ held: 2, free: 8 })
    },
  )

  it.each([
    ['bad_address', 'bad_address'],
    ['unknown_sku', 'rejected_by_amazon'],
    [null, 'unfulfillable'],
  ] as const)('keeps its status when Amazon refuses it with %s', async (code, attention) => {
    const order = await fixture.sell({ status: 'acknowledged' })
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    const id = (await fixture.attemptOf(order))?.id ?? ''
    const failure = { status: 'unfulfillable', code, reason: 'Amazon says no.' } as const
    await fixture.ctx.transaction((tx) => recordFailed(tx, fixture.ctx, id, failure))
    expect(await fixture.row(order.id)).toMatchObject({ status: 'acknowledged' })
    expect(await fixture.attemptOf(order)).toMatchObject({
      status: 'unfulfillable',
      errorCode: code,
      error: 'Amazon says no.',
    })
    expect(await fixture.openCodes(order)).toEqual([attention])
    expect(await fixture.level()).toEqual({ held: 2, free: 8 })
  })

  it('raises missing stock when Amazon’s count agrees', async () => {
    const order = await fixture.sent({ quantity: 4 })
    await fixture.count(1)
    test.amazon.advance(externalIdOf(order), 'unfulfillable')
    await fixture.track()
    expect(await fixture.openCodes(order)).toEqual(['unfulfillable', 'not_enough_stock'])
  })
})

describe('an order of which a part ships', () => {
  it('is partial while units are unsent, and whole once they are sent', async () => {
    const order = await fixture.sent({ quantity: 3, items: 2 })
    expect(await fixture.row(order.id)).toMatchObject({ partialReason: '1 of 3 units are still to be sent.' })
    test.amazon.advance(externalIdOf(order), 'delivered')
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    await fixture.send()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped', partialReason: null })
    test.amazon.advance(externalIdOf(order, 2), 'delivered')
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered' })
    expect(await fixture.level()).toEqual({ held: 3, free: 7 })
  })

  async function leftOut() {
    const order = await fixture.sent({ quantity: 3 })
    test.amazon.advance(externalIdOf(order), 'shipped')
    test.amazon.put(externalIdOf(order), {
      isPartial: true,
      lines: [{ ...line(order, 3), cancelled: 0, unfulfillable: 2 }],
      packages: [parcel('1', [line(order, 1)], { shippedAt: test.clock.now(), trackingNumber: 'A' })],
    })
    await fixture.track()
    return order
  }

  it('waits for a person when Amazon drops units, and holds them for another attempt', async () => {
    const order = await leftOut()
    expect(await fixture.openCodes(order)).toEqual(['shipped_partly'])
    expect(await fixture.row(order.id)).toMatchObject({
      status: 'shipped',
      partialReason: '2 of 3 units are still to be sent.',
    })
    expect(await fixture.level()).toEqual({ held: 3, free: 7 })
    await fixture.count(9)
    expect(await fixture.level()).toEqual({ held: 2, free: 7 })
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    await fixture.send()
    expect(await fixture.openCodes(order)).toEqual([])
    expect(await fixture.unitsOf((await fixture.attemptOf(order))?.id ?? '')).toMatchObject([{ quantity: 2 }])
    expect(await fixture.row(order.id)).toMatchObject({ partialReason: null })
  })

  it('treats no unit as dropped while Amazon may still plan it', async () => {
    const order = await fixture.sent({ quantity: 3 })
    test.amazon.put(externalIdOf(order), {
      status: 'processing',
      lines: [{ ...line(order, 3), cancelled: 0, unfulfillable: 2 }],
    })
    await fixture.track()
    expect(await fixture.ctx.transaction((tx) => tx.select().from(fulfillmentItems))).toMatchObject([
      { unfulfillableQuantity: 0 },
    ])
    await expect(fulfillOrder(fixture.ctx, { orderId: order.id, insists: true })).rejects.toThrow('sent to fulfillment')
  })

  it('ends without the remainder once a person has closed it', async () => {
    const order = await leftOut()
    test.amazon.put(externalIdOf(order), { status: 'delivered' })
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
    await fixture.dismiss(order)
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered', partialReason: null })
    expect(await fixture.level()).toEqual({ held: 1, free: 9 })
  })
})
