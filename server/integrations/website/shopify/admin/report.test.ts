import { expect, test } from 'vitest'
import type { OutgoingMessage, Shipment } from '#server/ports/channel.ts'
import { createShopifyStore } from '#server/testing/shopify-store-fixture.ts'

async function storeWithOrder() {
  const store = await createShopifyStore()
  for (const sku of ['TEE-L', 'MUG-1']) store.addVariant({ sku, available: 10 })
  const lines = [
    { sku: 'TEE-L', quantity: 2 },
    { sku: 'MUG-1', quantity: 1 },
  ]
  const order = await store.placeOrder({ lines })
  const [tee, mug] = order.lines.map(({ id }) => String(id))
  const message = (type: OutgoingMessage['type'], shipments: Shipment[] = [], reason: string | null = null) => ({
    id: 'msg_1',
    type,
    at: new Date('2026-11-18T10:00:00Z'),
    order: { externalOrderId: String(order.id), orderNumber: 'LS-1', status: 'shipped' },
    shipments,
    reason,
  })
  const report = (...given: Parameters<typeof message>) => store.channel.report(store.connection, message(...given))
  const parcel = (carrier: string, trackingNumber: string, items: [string | undefined, number][]): Shipment => ({
    carrier,
    trackingNumber,
    items: items.map(([externalItemId = null, quantity]) => ({ sku: 'X', externalItemId, quantity })),
  })
  return { ...store, order, tee, mug, report, parcel }
}

test('each parcel is told once, with its units, carrier and number', async () => {
  const { order, tee, mug, report, parcel } = await storeWithOrder()
  const parcels = [
    parcel('UPS', '1Z1', [[tee, 1]]),
    parcel('AMZN_US', 'TBA1', [
      [tee, 1],
      [mug, 1],
    ]),
  ]
  expect(await report('order.shipped', parcels)).toEqual({ status: 200 })
  await report('order.shipped', parcels)
  expect(order.fulfillments).toMatchObject([
    { tracking: { company: 'UPS', number: '1Z1', url: null }, notified: true, lines: [{ quantity: 1 }] },
    { tracking: { company: 'Amazon', number: 'TBA1', url: 'https://track.amazon.com/tracking/TBA1' } },
  ])
  expect(order.workOrders).toMatchObject([{ status: 'CLOSED' }])
})

test('a part shipment leaves the rest open', async () => {
  const { order, tee, report, parcel } = await storeWithOrder()
  await report('order.shipped', [parcel('UPS', '1Z1', [[tee, 2]])])
  expect(order.workOrders).toMatchObject([{ status: 'IN_PROGRESS', lines: [{ remaining: 0 }, { remaining: 1 }] }])
})

test('a shipment whose answer was lost is not told twice', async () => {
  const { emulator, order, tee, report, parcel } = await storeWithOrder()
  emulator.faults.add({ kind: 'drop-after-acting', operation: 'Ship' })
  const parcels = [parcel('UPS', '1Z1', [[tee, 1]])]
  await expect(report('order.shipped', parcels)).rejects.toMatchObject({ mayHaveHappened: true })
  await report('order.shipped', parcels)
  expect(order.fulfillments).toHaveLength(1)
})

test('a changed tracking number corrects the parcel', async () => {
  const { order, tee, mug, report, parcel } = await storeWithOrder()
  const rest = parcel('UPS', '1Z2', [[mug, 1]])
  await report('order.shipped', [parcel('UPS', '1Z1', [[tee, 2]]), rest])
  await report('order.shipped', [parcel('FedEx', '7777', [[tee, 2]]), rest])
  expect(order.fulfillments.map(({ tracking }) => tracking.number)).toEqual(['7777', '1Z2'])
})

test('a corrected parcel of the seller’s keeps its units, and the other parcels their numbers', async () => {
  const { order, tee, report, parcel } = await storeWithOrder()
  await report('order.shipped', [parcel('UPS', '1Z1', [[tee, 1]])])
  await report('order.shipped', [parcel('UPS', '1Z2', [[tee, 1]])])
  const trackingUrl = 'https://parcels.example/7'
  await report('order.shipped', [{ ...parcel('Pigeon', '7', [[tee, 1]]), replaces: '1Z2', trackingUrl }])
  await report('order.shipped', [{ ...parcel('Pigeon', '7', [[tee, 1]]), replaces: '1Z2', trackingUrl }])
  expect(order.fulfillments.map(({ tracking }) => tracking)).toMatchObject([
    { number: '1Z1' },
    { company: 'Pigeon', number: '7', url: trackingUrl },
  ])
})

test('an order on hold takes no shipment, and the message says what to do', async () => {
  const { control, order, tee, report, parcel } = await storeWithOrder()
  await control('POST', `shops/northfield/orders/${order.id}/hold`, {})
  await expect(report('order.shipped', [parcel('UPS', '1Z1', [[tee, 1]])])).rejects.toThrow(
    /on hold there\. Release it/,
  )
})

test('a delivery is told where Shopify does not follow the carrier, once', async () => {
  const { shop, order, tee, mug, report, parcel } = await storeWithOrder()
  const parcels = [parcel('UPS', '1Z1', [[tee, 2]]), parcel('AMZN_US', 'TBA1', [[mug, 1]])]
  await report('order.shipped', parcels)
  await report('order.delivered', parcels)
  await report('order.delivered', parcels)
  expect(order.fulfillments.map(({ deliveredAt }) => deliveredAt)).toEqual([null, '2026-11-18T10:00:00.000Z'])
  expect(shop.stats.operations['Delivered']).toBe(1)
})

test('a cancellation is followed to its end, refunds nothing, and may be repeated', async () => {
  const { shop, order, report } = await storeWithOrder()
  expect(await report('order.cancelled', [], 'Out of stock')).toEqual({ status: 200 })
  expect(order).toMatchObject({
    cancelledAt: expect.any(String),
    cancelReason: 'INVENTORY',
    staffNote: 'Out of stock',
    refundedCents: 0,
  })
  await report('order.cancelled', [], 'Out of stock')
  expect(shop.stats.operations['CancelOrder']).toBe(1)
})

test('an order that was shipped there can’t be cancelled, and the reason is Shopify’s', async () => {
  const { control, order, report } = await storeWithOrder()
  await control('POST', `shops/northfield/orders/${order.id}/ship`)
  await expect(report('order.cancelled', [], null)).rejects.toThrow('has been fulfilled')
})

test.each(['order.acknowledged', 'order.sent_to_fulfillment', 'ping'] as const)('%s needs no word', async (type) => {
  const { report } = await storeWithOrder()
  expect(await report(type)).toEqual({ status: 204 })
})
