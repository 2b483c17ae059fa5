import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StockHolder } from '#contract/inventory.ts'
import { holdUnits } from '#server/features/inventory/holds.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { inventorySnapshots, stockHolds, stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import {
  createSubmissionFixture,
  createTrackingFixture,
  type SoldOrder,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'
import { holdOrder } from '../actions/actions.ts'
import { readOrder } from '../read-order.ts'
import { cancelOrder } from './request-cancellation.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { correctTracking, shipOrder } from './ship-order.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

const ups = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', trackingUrl: null }
const fedex = { carrier: 'FedEx', trackingNumber: '7712', trackingUrl: null }

/** A company with ten units of a SKU, held by the seller himself or by Amazon, and orders of it from a shop with an address for messages. */
async function seller({ holder = 'merchant' }: { holder?: StockHolder } = {}) {
  const fixture = await createTrackingFixture(test)
  const { companyId, ctx } = fixture
  const { db } = test.deps
  await changeSettings(db, companyId, { customerEmail: true })
  const { id: channelId } = await buildChannel(test.deps, companyId, {
    config: { webhookUrl: 'https://shop.example/hooks' },
  })
  const { id: skuId, sku } = await buildSku(db, companyId, { stockHolder: holder })
  const counted = { available: 10, source: holder === 'merchant' ? 'sheet' : 'amazon' } as const
  await countStock(db, companyId, skuId, counted)
  const level = async () => {
    const [row] = await ctx.transaction((tx) => tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId)))
    return { available: row?.qtyAvailable, held: row?.qtyHeld, free: row?.qtyFree, source: row?.source }
  }
  return {
    ...fixture,
    skuId,
    level,
    sell: async (quantity = 3, overrides: Parameters<typeof fixture.build>[0] = {}): Promise<SoldOrder> => {
      const order = await fixture.build({ channelId, items: [{ skuId, sku, quantity }], ...overrides })
      await ctx.transaction((tx) => holdUnits(tx, { companyId, orderId: order.id, at: test.clock.now() }))
      return order
    },
    ship: ({ id, items }: SoldOrder, parcel: object = ups, quantity?: number) =>
      shipOrder(ctx, {
        orderId: id,
        ...ups,
        ...parcel,
        ...(quantity && { items: [{ orderItemId: items[0]?.id ?? '', quantity }] }),
      }),
    parcelsOf: async ({ id }: SoldOrder) => (await readOrder(ctx, { orderId: id })).fulfillments.toReversed(),
    changes: async ({ id }: SoldOrder) => (await fixture.audit(id)).filter(({ action }) => action !== 'order.view'),
    messages: async (order: SoldOrder) =>
      (await fixture.channelMessages(order)).map(({ type, shipments, leavesRest }) => ({
        type,
        numbers: shipments.map(({ carrier, trackingNumber, items }) => [carrier, trackingNumber, items[0]?.quantity]),
        leavesRest,
      })),
    mails: ({ id }: SoldOrder) =>
      ctx.transaction((tx) =>
        tx
          .select({ type: notifications.type })
          .from(notifications)
          .where(and(eq(notifications.orderId, id), eq(notifications.method, 'email'))),
      ),
  }
}

describe('an order that the seller ships himself', () => {
  it('is shipped with its parcel, and channel, customer, timeline and audit log are told once', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3, { fulfillAfter: test.clock.now() })
    const link = 'https://parcels.example/1Z'
    expect(await fixture.ship(order, { trackingUrl: link })).toMatchObject({
      status: 'shipped',
      isPartial: false,
      hasShipped: true,
      needsOwnShipping: true,
    })
    expect(await fixture.row(order.id)).toMatchObject({ shippedAt: test.clock.now(), fulfillAfter: null })
    expect(await fixture.parcelsOf(order)).toMatchObject([
      {
        provider: 'seller',
        status: 'shipped',
        carrier: 'UPS',
        items: [{ quantity: 3 }],
        packages: [{ ...ups, trackingUrl: link, items: [{ quantity: 3 }], reportedAt: expect.any(String) }],
      },
    ])
    expect(await fixture.messages(order)).toEqual([
      { type: 'order.shipped', numbers: [['UPS', ups.trackingNumber, 3]], leavesRest: false },
    ])
    expect(await fixture.channelMessages(order)).toMatchObject([{ shipments: [{ trackingUrl: link }] }])
    expect(await fixture.mails(order)).toEqual([{ type: 'order_shipped' }])
    expect((await fixture.timeline(order.id)).at(-1)).toMatchObject({
      event: 'package.shipped',
      description: `Shipped by the seller: 3 units, UPS ${ups.trackingNumber}.`,
      actorName: 'Olive',
    })
    expect(await fixture.changes(order)).toMatchObject([
      { action: 'order.ship', changes: { after: { status: 'shipped', carrier: 'UPS', units: 3 } } },
    ])
    expect(test.amazon.asked).toEqual([])
  })

  it('is partly shipped until its last unit has left, in several parcels', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3)
    expect(await fixture.ship(order, ups, 1)).toMatchObject({ status: 'shipped', isPartial: true })
    expect(await fixture.row(order.id)).toMatchObject({ partialReason: '2 of 3 units are still to be sent.' })
    expect(await fixture.level()).toEqual({ available: 9, held: 2, free: 7, source: 'shipment' })
    expect(await fixture.ship(order, fedex)).toMatchObject({ status: 'shipped', isPartial: false })
    expect((await fixture.parcelsOf(order)).map(({ items }) => items[0]?.quantity)).toEqual([1, 2])
    expect(await fixture.messages(order)).toEqual([
      { type: 'order.shipped', numbers: [['UPS', ups.trackingNumber, 1]], leavesRest: true },
      { type: 'order.shipped', numbers: [['FedEx', '7712', 2]], leavesRest: false },
    ])
    expect(await fixture.mails(order)).toHaveLength(1)
  })

  it('takes its rest from the seller where Amazon has shipped the other units, and the other way round', async () => {
    const fixture = await seller({ holder: 'amazon' })
    const order = await fixture.sell(3)
    await fixture.ship(order, ups, 1)
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    expect((await fixture.attempts(order.id)).map(({ provider }) => provider)).toEqual(['seller', 'amazon_mcf'])
    await fixture.send()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped', partialReason: null })
    expect(await fixture.level()).toMatchObject({ available: 10, held: 2 })
    await expect(fixture.ship(order, fedex)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('can have lines whose SKU is unknown, which moves no stock', async () => {
    const fixture = await seller()
    const attention = [{ code: 'unmapped_sku', reason: 'No SKU of yours is called GIFT.' } as const]
    const order = await fixture.sell(1, { items: [{ skuId: null, sku: 'GIFT', quantity: 1 }], attention })
    expect(await fixture.ship(order)).toMatchObject({ status: 'shipped', needsAttention: false })
    expect(await fixture.level()).toMatchObject({ available: 10, held: 0 })
  })

  it('resolves what kept it from Amazon, and missing stock only with its last unit', async () => {
    const fixture = await seller()
    const attention = [
      { code: 'unfulfillable', reason: 'Amazon does not hold it.' } as const,
      { code: 'not_enough_stock', reason: 'Not enough in stock.' } as const,
      { code: 'push_back_failed', reason: 'The shop did not answer.' } as const,
    ]
    const order = await fixture.sell(2, { attention })
    await fixture.ship(order, ups, 1)
    expect(await fixture.openCodes(order)).toEqual(['not_enough_stock', 'push_back_failed'])
    await fixture.ship(order, fedex)
    expect(await fixture.openCodes(order)).toEqual(['push_back_failed'])
  })
})

describe('the stock of units that the seller shipped', () => {
  it('goes down by them where he holds it, as a count of its own that the history shows', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3)
    await fixture.sell(4)
    expect(await fixture.level()).toEqual({ available: 10, held: 7, free: 3, source: 'sheet' })
    await fixture.ship(order)
    expect(await fixture.level()).toEqual({ available: 7, held: 4, free: 3, source: 'shipment' })
    const [history, [hold], [sku]] = await fixture.ctx.transaction(async (tx) => [
      await tx.select().from(inventorySnapshots).where(eq(inventorySnapshots.skuId, fixture.skuId)),
      await tx
        .select()
        .from(stockHolds)
        .where(eq(stockHolds.orderItemId, order.items[0]?.id ?? '')),
      await tx.select().from(skus).where(eq(skus.id, fixture.skuId)),
    ])
    expect(history.at(-1)).toMatchObject({ source: 'shipment', qtyAvailable: 7 })
    expect(hold).toMatchObject({ ending: 'shipped_by_seller', quantity: 3 })
    expect(sku?.version).toBe(2)
  })

  it('stays as Amazon counted it where Amazon holds it: only the hold ends', async () => {
    const fixture = await seller({ holder: 'amazon' })
    const order = await fixture.sell(3)
    expect(await fixture.ship(order)).toMatchObject({ needsOwnShipping: false })
    expect(await fixture.level()).toEqual({ available: 10, held: 0, free: 10, source: 'amazon' })
  })

  it('is never less than nothing, and a SKU that nobody has counted stays without a count', async () => {
    const fixture = await seller()
    await fixture.ship(await fixture.sell(12))
    expect(await fixture.level()).toMatchObject({ available: 0, held: 0 })
    const uncounted = await buildSku(test.deps.db, fixture.companyId, { stockHolder: 'merchant' })
    const order = await fixture.sell(1, { items: [{ skuId: uncounted.id, sku: uncounted.sku, quantity: 1 }] })
    await fixture.ship(order, fedex)
    const [level] = await fixture.ctx.transaction((tx) =>
      tx.select().from(stockLevels).where(eq(stockLevels.skuId, uncounted.id)),
    )
    expect(level).toMatchObject({ source: null, readAt: null, qtyHeld: 0 })
  })

  it('goes down also where its last count claims to be of a later time', async () => {
    const fixture = await seller()
    const readAt = new Date(test.clock.now().getTime() + 60_000)
    await countStock(test.deps.db, fixture.companyId, fixture.skuId, { available: 8, source: 'upload', readAt })
    await fixture.ship(await fixture.sell(2))
    expect(await fixture.level()).toMatchObject({ available: 6 })
  })
})

describe('a parcel that is recorded twice', () => {
  it('is one parcel, whether its number is typed in other groups or case, and tells everybody once', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3)
    await fixture.ship(order, ups, 1)
    const again = await fixture.ship(order, { trackingNumber: ' 1z999 aa1 0123456784 ' }, 1)
    expect(again).toMatchObject({ status: 'shipped', isPartial: true })
    expect(await fixture.ship(order)).toMatchObject({ isPartial: true })
    expect(await fixture.parcelsOf(order)).toHaveLength(1)
    expect(await fixture.level()).toMatchObject({ available: 9 })
    expect(await fixture.messages(order)).toHaveLength(1)
    await expect(fixture.ship(order, ups, 2)).rejects.toMatchObject({
      code: 'conflict',
      message: `The order already has a package ${ups.trackingNumber} with different units in it.`,
    })
  })

  it('at the same moment is one parcel, and two parcels at once ship no unit twice', async () => {
    const fixture = await seller()
    const [order, other] = [await fixture.sell(3), await fixture.sell(2)]
    await Promise.all([fixture.ship(order), fixture.ship(order), fixture.ship(order)])
    expect(await fixture.parcelsOf(order)).toHaveLength(1)
    const both = await Promise.allSettled([fixture.ship(other), fixture.ship(other, fedex)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await fixture.level()).toMatchObject({ available: 5, held: 0 })
    expect(await fixture.mails(order)).toHaveLength(1)
  })
})

describe('shipping yourself is refused', () => {
  const refused = (code: string, message: string | RegExp) =>
    expect.objectContaining({ code, message: typeof message === 'string' ? message : expect.stringMatching(message) })

  it('for an order that is cancelled, on hold, or at Amazon', async () => {
    const fixture = await seller({ holder: 'amazon' })
    const [cancelled, held, sending] = [await fixture.sell(), await fixture.sell(), await fixture.sell()]
    await cancelOrder(fixture.ctx, { orderId: cancelled.id })
    await holdOrder(fixture.ctx, { orderId: held.id, reason: 'Fraud check' })
    await fulfillOrder(fixture.ctx, { orderId: sending.id, insists: false })
    await expect(fixture.ship(cancelled)).rejects.toEqual(refused('conflict', 'The order has been cancelled.'))
    await expect(fixture.ship(held)).rejects.toEqual(refused('conflict', /on hold/))
    await expect(fixture.ship(sending)).rejects.toEqual(refused('conflict', 'The order is being sent to Amazon.'))
    await fixture.send()
    await expect(fixture.ship(sending)).rejects.toEqual(refused('conflict', 'The order has been sent to fulfillment.'))
    expect(await fixture.parcelsOf(held)).toEqual([])
  })

  it('for an order that its channel keeps back, has cancelled or has shipped', async () => {
    const fixture = await seller()
    const kept = await fixture.sell(1, { channelHold: 'fraud_review', channelHoldReason: 'It is reviewed.' })
    await expect(fixture.ship(kept)).rejects.toEqual(refused('conflict', /^It is reviewed\./))
    for (const code of ['cancelled_by_channel', 'shipped_by_channel'] as const) {
      const order = await fixture.sell(1, { attention: [{ code, reason: 'The shop says so.' }] })
      await expect(fixture.ship(order)).rejects.toEqual(refused('conflict', 'The shop says so.'))
    }
  })

  it('for more units than are left, lines of another order, and impossible days', async () => {
    const fixture = await seller()
    const order = await fixture.sell(2)
    const { clock } = test
    const day = 24 * 3600 * 1000
    await expect(fixture.ship(order, ups, 3)).rejects.toMatchObject({ code: 'conflict' })
    const foreign = { items: [{ orderItemId: newId(), quantity: 1 }] }
    await expect(fixture.ship(order, foreign)).rejects.toMatchObject({ code: 'not_found' })
    const inTwoDays = new Date(clock.now().getTime() + 2 * day).toISOString()
    await expect(fixture.ship(order, { shippedAt: inTwoDays })).rejects.toEqual(refused('invalid', /in the future/))
    const before = new Date(order.placedAt.getTime() - 2 * day).toISOString()
    await expect(fixture.ship(order, { shippedAt: before })).rejects.toEqual(refused('invalid', /placed after/))
    const shippedAt = new Date(order.placedAt.getTime() + 3_600_000).toISOString()
    await fixture.ship(order, { shippedAt })
    expect(await fixture.row(order.id)).toMatchObject({ shippedAt: new Date(shippedAt) })
  })

  it('for an order of another company', async () => {
    const [fixture, other] = [await seller(), await seller()]
    await expect(fixture.ship(await other.sell())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the tracking of a parcel of your own', () => {
  it('is corrected, told to the channel again each time, and stays in the timeline', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3)
    await fixture.ship(order, { trackingNumber: '1Z999' }, 2)
    const packageId = (await fixture.parcelsOf(order))[0]?.packages[0]?.id ?? ''
    const correct = async (tracking: typeof ups) => {
      test.clock.advance(60)
      return correctTracking(fixture.ctx, { orderId: order.id, packageId, ...tracking })
    }
    await correct(ups)
    await correct(ups)
    await correct({ ...ups, trackingNumber: '1Z999' })
    expect((await fixture.messages(order)).map(({ numbers, leavesRest }) => [numbers, leavesRest])).toEqual([
      [[['UPS', '1Z999', 2]], true],
      [[['UPS', ups.trackingNumber, 2]], true],
      [[['UPS', '1Z999', 2]], true],
    ])
    expect((await fixture.channelMessages(order)).map(({ shipments }) => shipments[0]?.replaces)).toEqual([
      undefined,
      '1Z999',
      ups.trackingNumber,
    ])
    expect(await fixture.parcelsOf(order)).toMatchObject([
      { trackingNumbers: ['1Z999'], packages: [{ trackingNumber: '1Z999', reportedAt: expect.any(String) }] },
    ])
    expect((await fixture.timeline(order.id)).slice(-2)).toMatchObject([
      {
        event: 'package.tracked',
        description: `The tracking was corrected from UPS 1Z999 to UPS ${ups.trackingNumber}. The channel will be notified again.`,
      },
      { description: expect.stringMatching(/to UPS 1Z999\. The channel will be notified again\.$/) },
    ])
    expect((await fixture.changes(order)).map(({ action }) => action)).toEqual([
      'order.ship',
      'order.correct-tracking',
      'order.correct-tracking',
    ])
    expect(await fixture.level()).toMatchObject({ available: 8 })
  })

  it('keeps its first number from shipping more units by a repeated call', async () => {
    const fixture = await seller()
    const order = await fixture.sell(3)
    await fixture.ship(order, { trackingNumber: '1Z999' }, 1)
    const packageId = (await fixture.parcelsOf(order))[0]?.packages[0]?.id ?? ''
    await correctTracking(fixture.ctx, { orderId: order.id, packageId, ...ups })
    await expect(fixture.ship(order, { trackingNumber: '1Z999' })).rejects.toMatchObject({
      message: `A package in this order had number 1Z999; it was corrected to ${ups.trackingNumber}.`,
    })
  })

  it('can’t be changed on a parcel of Amazon’s or another order’s, nor to the number of another parcel', async () => {
    const fixture = await seller()
    const [order, other] = [await fixture.sell(2), await fixture.sell(2)]
    await fixture.ship(order, ups, 1)
    await fixture.ship(order, fedex)
    const [first, second] = (await fixture.parcelsOf(order)).map(({ packages }) => packages[0]?.id ?? '')
    const correct = (orderId: string, packageId = '', tracking: typeof ups = ups) =>
      correctTracking(fixture.ctx, { orderId, packageId, ...tracking })
    await expect(correct(other.id, first)).rejects.toMatchObject({ code: 'not_found' })
    await expect(correct(order.id, second)).rejects.toMatchObject({ message: expect.stringMatching(/Another package/) })
    const stranger = await seller()
    const foreign = { orderId: order.id, packageId: first ?? '', ...ups }
    await expect(correctTracking(stranger.ctx, foreign)).rejects.toMatchObject({ code: 'not_found' })
    await fixture.ctx.transaction((tx) => tx.update(fulfillments).set({ provider: 'amazon_mcf' }))
    await expect(correct(order.id, first)).rejects.toMatchObject({ message: expect.stringMatching(/^Amazon ships/) })
  })
})
