import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packages, shipmentEvents } from '#server/platform/db/schema/fulfillment.ts'
import { parcel } from '#server/testing/fake-fulfillment.ts'
import {
  createTrackingFixture,
  externalIdOf,
  line,
  type TrackingFixture,
  createSubmissionFixture,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { recordAmazonStatus } from './record-outcome.ts'

let test: SubmissionFixture
let fixture: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => void (fixture = await createTrackingFixture(test)))

describe('an order that Amazon ships', () => {
  it('becomes sent, shipped and delivered, with one message to channel and customer for each step', async () => {
    const order = await fixture.sent()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'sent_to_fulfillment', partialReason: null })
    expect(await fixture.level()).toEqual({ held: 2, free: 8 })
    for (const status of ['received', 'planning', 'processing'] as const) {
      test.amazon.advance(externalIdOf(order), status)
      await fixture.track()
      expect(await fixture.attemptOf(order)).toMatchObject({ status, checkedAt: test.clock.now() })
    }
    test.amazon.advance(externalIdOf(order), 'shipped')
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped', deliveredAt: null })
    test.amazon.advance(externalIdOf(order), 'delivered')
    await fixture.track()
    await fixture.track()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered', deliveredAt: expect.any(Date) })
    expect(await fixture.attemptOf(order)).toMatchObject({
      status: 'delivered',
      nextCheckAt: null,
      trackingNumbers: [`TRACK-${externalIdOf(order)}`],
      carrier: 'UPS',
    })
    const tracked = { carrier: 'UPS', trackingNumber: `TRACK-${externalIdOf(order)}` }
    expect(await fixture.channelMessages(order)).toMatchObject([
      { type: 'order.sent_to_fulfillment', order: { status: 'sent_to_fulfillment' } },
      { type: 'order.shipped', order: { status: 'shipped' }, shipments: [{ ...tracked, items: [{ quantity: 2 }] }] },
      { type: 'order.delivered', order: { status: 'delivered' } },
    ])
    const notified = await fixture.notified(order)
    expect(notified).toHaveLength(2)
    expect(Object.fromEntries(notified)).toEqual({
      order_delivered: `your order ${order.externalOrderId} has been delivered.`,
      order_shipped: `your order ${order.externalOrderId} is on its way. Tracking: UPS TRACK-${externalIdOf(order)}`,
    })
    const events = (await fixture.timeline(order.id)).map(({ event }) => event)
    expect(events).toEqual([
      'order.placed',
      'fulfillment.requested',
      'fulfillment.submitted',
      'fulfillment.received',
      'fulfillment.planning',
      'fulfillment.processing',
      'fulfillment.shipped',
      'package.shipped',
      'fulfillment.delivered',
      'package.delivered',
    ])
  })

  it('keeps its holds until Amazon’s count excludes the units', async () => {
    const order = await fixture.sent({ quantity: 3 })
    await fixture.count(10, -1)
    expect(await fixture.level()).toEqual({ held: 3, free: 7 })
    await fixture.count(7, 1)
    expect(await fixture.level()).toEqual({ held: 0, free: 7 })
    test.amazon.advance(externalIdOf(order), 'shipped')
    await fixture.track()
    expect(await fixture.level()).toEqual({ held: 0, free: 7 })
  })

  it('stores parcels by number, replaces them until they ship, and reports each tracking number once', async () => {
    const order = await fixture.sent({ quantity: 3 })
    const put = (parcels: ReturnType<typeof parcel>[], status: 'processing' | 'shipped' = 'processing') =>
      test.amazon.put(externalIdOf(order), { status, externalStatus: 'Processing', packages: parcels })
    const read = () => fixture.ctx.transaction((tx) => tx.select().from(packages).orderBy(asc(packages.packageNumber)))
    put([parcel('1', [line(order, 3)]), parcel('2', [])])
    await fixture.track()
    expect(await read()).toMatchObject([{ packageNumber: '1' }, { packageNumber: '2' }])
    const left = { shippedAt: test.clock.now(), carrierStatus: 'IN_TRANSIT' }
    const scan = { type: 'EVENT_202', description: 'Departed', location: null, at: test.clock.now() }
    const first = parcel('1', [line(order, 2)], { ...left, trackingNumber: 'A', events: [scan] })
    put([first, parcel('3', [line(order, 1)])], 'shipped')
    await fixture.track()
    expect(await read()).toMatchObject([
      { packageNumber: '1', trackingNumber: 'A', reportedAt: test.clock.now() },
      { packageNumber: '3', trackingNumber: null, reportedAt: null },
    ])
    put([{ ...first, trackingNumber: 'B' }, parcel('3', [line(order, 1)], { ...left, trackingNumber: 'C' })], 'shipped')
    await fixture.track()
    await fixture.track(300)
    const shipments = (await fixture.channelMessages(order))
      .filter(({ type }) => type === 'order.shipped')
      .map((sent) => sent.shipments[0])
    expect(shipments).toMatchObject([
      { trackingNumber: 'A', items: [{ quantity: 2 }] },
      { trackingNumber: 'B', items: [{ quantity: 2 }] },
      { trackingNumber: 'C', items: [{ quantity: 1 }] },
    ])
    expect(await fixture.ctx.transaction((tx) => tx.select().from(shipmentEvents))).toHaveLength(1)
  })

  it('reports a parcel without a tracking number after waiting for one', async () => {
    const order = await fixture.sent()
    const left = parcel('1', [line(order, 2)], { shippedAt: new Date(test.clock.now().getTime() + 31_000) })
    test.amazon.put(externalIdOf(order), { status: 'shipped', packages: [left] })
    await fixture.track()
    const shipped = async () => (await fixture.channelMessages(order)).filter(({ type }) => type === 'order.shipped')
    expect(await shipped()).toEqual([])
    await fixture.track(7 * 3600)
    expect(await shipped()).toMatchObject([{ shipments: [{ trackingNumber: null }] }])
  })

  it('raises a lost parcel once, and not again after it was dismissed', async () => {
    const order = await fixture.sent()
    const lost = parcel('7', [line(order, 2)], {
      shippedAt: test.clock.now(),
      carrierStatus: 'UNDELIVERABLE',
      isLost: true,
    })
    test.amazon.put(externalIdOf(order), { status: 'shipped', packages: [lost] })
    await fixture.track()
    expect(await fixture.openCodes(order)).toEqual(['package_lost'])
    await fixture.dismiss(order)
    await fixture.track(60)
    expect(await fixture.openCodes(order)).toEqual([])
  })
})

describe('late and repeated statuses', () => {
  it('change nothing and send no message', async () => {
    const order = await fixture.sent()
    const { id = '' } = (await fixture.attemptOf(order)) ?? {}
    test.amazon.advance(externalIdOf(order), 'shipped')
    await fixture.track()
    const before = await fixture.timeline(order.id)
    const snapshot = {
      ...test.amazon.fulfillments.findLast(({ externalId }) => externalId === externalIdOf(order))?.snapshot,
    }
    const old = { ...snapshot, packages: [], readAt: new Date(0) }
    for (const status of ['submitted', 'planning', 'cancelled', 'unfulfillable'] as const) {
      await fixture.ctx.transaction((tx) =>
        recordAmazonStatus(tx, fixture.ctx, id, { ...old, status } as Parameters<typeof recordAmazonStatus>[3]),
      )
    }
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
    expect(await fixture.attemptOf(order)).toMatchObject({
      status: 'shipped',
      trackingNumbers: [`TRACK-${externalIdOf(order)}`],
    })
    expect(await fixture.timeline(order.id)).toEqual(before)
  })

  it('leave an attempt as it is when Amazon uses an unknown status', async () => {
    const order = await fixture.sent()
    test.amazon.put(externalIdOf(order), { status: null, externalStatus: 'Levitating', unknownWords: ['Levitating'] })
    await fixture.track()
    expect(await fixture.attemptOf(order)).toMatchObject({ status: 'submitted', externalStatus: 'Levitating' })
    expect(await fixture.openCodes(order)).toEqual([])
  })
})
