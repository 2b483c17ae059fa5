import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assumedDeliveredDays } from '#contract/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import {
  createSubmissionFixture,
  createTrackingFixture,
  type SoldOrder,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'
import { readOrder } from '../read-order.ts'
import { assumeDelivered, hasParcelsToComplete, markDelivered, markNotDelivered } from './own-deliveries.ts'
import { shipOrder } from './ship-order.ts'

let test: SubmissionFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())

const ups = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', trackingUrl: null }
const fedex = { carrier: 'FedEx', trackingNumber: '7712', trackingUrl: null }

/** A company that ships itself, with customers who get emails and a shop that gets messages. */
async function seller() {
  const fixture = await createTrackingFixture(test)
  const { companyId, ctx } = fixture
  const { db } = test.deps
  await changeSettings(db, companyId, { customerEmail: true })
  const { id: channelId } = await buildChannel(test.deps, companyId, {
    config: { webhookUrl: 'https://shop.example/hooks' },
  })
  const { id: skuId, sku } = await buildSku(db, companyId, { stockHolder: 'merchant' })
  await countStock(db, companyId, skuId, { available: 10, source: 'sheet' })
  const packagesOf = async ({ id }: SoldOrder) =>
    (await readOrder(ctx, { orderId: id })).fulfillments.toReversed().flatMap(({ packages }) => packages)
  return {
    ...fixture,
    packagesOf,
    ship: async (...parcels: (typeof ups)[]) => {
      const order = await fixture.build({ channelId, items: [{ skuId, sku, quantity: parcels.length }] })
      const items = [{ orderItemId: order.items[0]?.id ?? '', quantity: 1 }]
      for (const parcel of parcels) await shipOrder(ctx, { orderId: order.id, ...parcel, items })
      return order
    },
    inputOf: async (order: SoldOrder, place = 0) => ({
      orderId: order.id,
      packageId: (await packagesOf(order))[place]?.id ?? '',
    }),
    sent: async (order: SoldOrder) => ({
      channel: (await fixture.channelMessages(order)).map(({ type }) => type),
      mails: (await ctx.transaction((tx) => tx.select({ type: notifications.type }).from(notifications))).length,
    }),
    isDue: () => ctx.transaction((tx) => hasParcelsToComplete(tx, companyId, test.clock.now())),
  }
}

describe('a parcel of one’s own', () => {
  it('is marked as delivered in one click, which completes its order and notifies nobody', async () => {
    const fixture = await seller()
    const order = await fixture.ship(ups)
    const before = await fixture.sent(order)
    test.clock.advance(3600)
    const input = await fixture.inputOf(order)
    expect(await markDelivered(fixture.ctx, input)).toMatchObject({ status: 'delivered' })
    await markDelivered(fixture.ctx, input)
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered', deliveredAt: test.clock.now() })
    expect(await fixture.packagesOf(order)).toMatchObject([
      { deliveredAt: test.clock.now().toISOString(), deliverySource: 'person' },
    ])
    expect((await fixture.timeline(order.id)).at(-1)).toMatchObject({
      event: 'package.delivered',
      description: `Marked as delivered: UPS ${ups.trackingNumber}.`,
    })
    const actions = (await fixture.audit(order.id)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'order.mark-delivered')).toHaveLength(1)
    expect(await fixture.sent(order)).toEqual(before)
  })

  it('completes its order only with the last one', async () => {
    const fixture = await seller()
    const order = await fixture.ship(ups, fedex)
    expect(await markDelivered(fixture.ctx, await fixture.inputOf(order, 0))).toMatchObject({ status: 'shipped' })
    expect(await markDelivered(fixture.ctx, await fixture.inputOf(order, 1))).toMatchObject({ status: 'delivered' })
  })

  it('is on its way again when that is taken back, and then never assumed delivered', async () => {
    const fixture = await seller()
    const order = await fixture.ship(ups)
    const input = await fixture.inputOf(order)
    await markDelivered(fixture.ctx, input)
    expect(await markNotDelivered(fixture.ctx, input)).toMatchObject({ status: 'shipped', deliveredAt: null })
    expect(await fixture.packagesOf(order)).toMatchObject([{ deliveredAt: null, deliverySource: 'taken_back' }])
    expect((await fixture.timeline(order.id)).at(-1)).toMatchObject({ event: 'package.not_delivered' })
    test.clock.advance((assumedDeliveredDays + 1) * 86_400)
    expect(await fixture.isDue()).toBe(false)
    expect(await markDelivered(fixture.ctx, input)).toMatchObject({ status: 'delivered' })
  })

  it('is assumed delivered 30 days after shipping, in its own company only', async () => {
    const [fixture, other] = [await seller(), await seller()]
    const order = await fixture.ship(ups)
    const foreign = await other.ship(ups)
    test.clock.advance(assumedDeliveredDays * 86_400 - 1)
    expect(await fixture.isDue()).toBe(false)
    expect(await assumeDelivered(fixture.ctx)).toEqual({ completed: 0 })
    test.clock.advance(1)
    expect(await fixture.isDue()).toBe(true)
    const before = await fixture.sent(order)
    expect(await assumeDelivered(fixture.ctx)).toEqual({ completed: 1 })
    expect(await fixture.row(order.id)).toMatchObject({ status: 'delivered' })
    expect(await other.row(foreign.id)).toMatchObject({ status: 'shipped' })
    expect(await fixture.packagesOf(order)).toMatchObject([{ deliverySource: 'assumed' }])
    expect((await fixture.timeline(order.id)).at(-1)).toMatchObject({
      description: `Assumed delivered, 30 days after shipping: UPS ${ups.trackingNumber}.`,
    })
    expect(await fixture.sent(order)).toEqual(before)
    expect(await fixture.isDue()).toBe(false)
  })
})

describe('delivery is not marked', () => {
  it('on a parcel of another company’s', async () => {
    const [fixture, other] = [await seller(), await seller()]
    const input = await fixture.inputOf(await fixture.ship(ups))
    await expect(markDelivered(other.ctx, input)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('as not delivered once the customer’s data are erased', async () => {
    const fixture = await seller()
    const input = await fixture.inputOf(await fixture.ship(ups))
    await markDelivered(fixture.ctx, input)
    await fixture.ctx.transaction((tx) => tx.update(orders).set({ erasedAt: test.clock.now() }))
    await expect(markNotDelivered(fixture.ctx, input)).rejects.toMatchObject({ code: 'conflict' })
  })
})
