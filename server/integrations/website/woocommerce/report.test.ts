import { expect, test } from 'vitest'
import { setStatus } from '#emulators/woocommerce/orders/order-actions.ts'
import { OrderGone } from '#server/ports/channel.ts'
import { createWooFixture, shippedMessage } from '#server/testing/woocommerce-shop-fixture.ts'

const two = { lines: [{ productId: 11, quantity: 2 }] }

test('a shipment becomes one note to the customer, and the order is completed', async () => {
  const { adapter, connection, place, woo } = await createWooFixture()
  const order = place(two)
  await adapter.report(connection, shippedMessage(order.id))
  await adapter.report(connection, shippedMessage(order.id))
  expect(order.notes).toMatchObject([
    {
      note: 'Your order has shipped with UPS, tracking number 1Z999: https://www.ups.com/track?tracknum=1Z999.',
      isForCustomer: true,
    },
  ])
  expect(order.status).toBe('completed')
  expect(woo.state.violations).toEqual([])
})

test('a part shipment is told and leaves the order open', async () => {
  const { adapter, connection, place } = await createWooFixture()
  const order = place(two)
  await adapter.report(connection, shippedMessage(order.id, { leavesRest: true }))
  expect(order.notes).toHaveLength(1)
  expect(order.status).toBe('processing')
})

test.each(['on-hold', 'refunded', 'cancelled', 'failed', 'pending'] as const)(
  'an order that is %s in the shop is not completed',
  async (status) => {
    const { adapter, connection, place, call } = await createWooFixture()
    const order = place(two)
    setStatus(call(), order, status)
    await adapter.report(connection, shippedMessage(order.id))
    expect(order.status).toBe(status)
  },
)

test('tracking goes into WooCommerce’s fulfillments where they are on', async () => {
  const { adapter, connection, place, woo } = await createWooFixture({ fulfillmentsOn: true })
  const order = place(two)
  const items = [{ sku: 'MILL-1', externalItemId: String(order.lines[0]?.id), quantity: 2 }]
  const message = shippedMessage(order.id, {
    shipments: [{ carrier: 'Amazon Logistics', trackingNumber: 'TBA1', items }],
  })
  const connected = { ...connection, state: { ...connection.state, fulfillments: true } }
  await adapter.report(connected, message)
  await adapter.report(connected, message)
  expect(order.notes).toEqual([])
  expect(order.fulfillments).toHaveLength(1)
  expect(Object.fromEntries(order.fulfillments[0]?.meta.map(({ key, value }) => [key, value]) ?? [])).toEqual({
    _items: [{ item_id: order.lines[0]?.id, qty: 2 }],
    _tracking_number: 'TBA1',
    _tracking_url: 'https://track.amazon.com/tracking/TBA1',
    _shipment_provider: 'amazon-logistics',
    _shipping_provider: 'amazon-logistics',
  })
  expect(woo.state.violations).toEqual([])
})

test('a corrected tracking number is a note to the customer, and ships nothing a second time', async () => {
  const { adapter, connection, place } = await createWooFixture({ fulfillmentsOn: true })
  const order = place(two)
  const items = [{ sku: 'MILL-1', externalItemId: String(order.lines[0]?.id), quantity: 2 }]
  const parcel = { carrier: 'UPS', trackingNumber: '1Z1', items }
  const connected = { ...connection, state: { ...connection.state, fulfillments: true } }
  await adapter.report(connected, shippedMessage(order.id, { shipments: [parcel] }))
  const corrected = { ...parcel, trackingNumber: '1Z2', replaces: '1Z1', trackingUrl: 'https://parcels.example/2' }
  const message = shippedMessage(order.id, { shipments: [corrected] })
  await adapter.report(connected, message)
  await adapter.report(connected, message)
  expect(order.fulfillments).toHaveLength(1)
  expect(order.notes.map(({ note }) => note)).toEqual([
    'The tracking for your order was corrected: shipped with UPS, tracking number 1Z2: https://parcels.example/2.',
  ])
})

test('tracking becomes a note where fulfillments were switched off since', async () => {
  const { adapter, connection, place } = await createWooFixture()
  const order = place(two)
  const items = [{ sku: 'MILL-1', externalItemId: String(order.lines[0]?.id), quantity: 2 }]
  const message = shippedMessage(order.id, { shipments: [{ carrier: 'UPS', trackingNumber: '1Z', items }] })
  await adapter.report({ ...connection, state: { fulfillments: true } }, message)
  expect(order.notes).toHaveLength(1)
})

test('a shipment whose answer was lost is told once', async () => {
  const { adapter, connection, place, woo } = await createWooFixture()
  const order = place(two)
  woo.faults.add({ kind: 'drop-after-acting', operation: 'notes.create' })
  await expect(adapter.report(connection, shippedMessage(order.id))).rejects.toMatchObject({ mayHaveHappened: true })
  await adapter.report(connection, shippedMessage(order.id))
  expect(order.notes).toHaveLength(1)
  expect(order.status).toBe('completed')
})

test('a cancellation is done in the shop with its reason, and pays nothing back', async () => {
  const { adapter, connection, place, shop } = await createWooFixture()
  const order = place(two)
  const stock = () => shop.products[0]?.stockQuantity
  expect(stock()).toBe(8)
  const message = shippedMessage(order.id, { type: 'order.cancelled', shipments: [], reason: 'Out of stock & sorry.' })
  await adapter.report(connection, message)
  await adapter.report(connection, message)
  expect(order).toMatchObject({
    status: 'cancelled',
    refunds: [],
    notes: [{ note: 'Cancelled in Lockstep: Out of stock & sorry. No money was refunded.', isForCustomer: false }],
  })
  expect(stock()).toBe(10)
})

test('an order that the shop has completed or put into the trash is not cancelled', async () => {
  const { adapter, connection, place, call } = await createWooFixture()
  for (const status of ['completed', 'trash'] as const) {
    const order = place(two)
    setStatus(call(), order, status)
    await adapter.report(connection, shippedMessage(order.id, { type: 'order.cancelled', shipments: [] }))
    expect(order).toMatchObject({ status, notes: [] })
  }
})

test('the shop’s people see that an order was sent to Amazon, and nothing of what has no place there', async () => {
  const { adapter, connection, place } = await createWooFixture()
  const order = place(two)
  for (const type of [
    'order.acknowledged',
    'order.sent_to_fulfillment',
    'order.sent_to_fulfillment',
    'order.delivered',
  ] as const) {
    await adapter.report(connection, shippedMessage(order.id, { type, shipments: [] }))
  }
  expect(order.notes).toMatchObject([
    { note: 'Lockstep sent this order to Amazon for fulfillment.', isForCustomer: false },
  ])
})

test('an order that is gone is said to be gone', async () => {
  const { adapter, connection } = await createWooFixture()
  const failure = await adapter.report(connection, shippedMessage(9_999)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(OrderGone)
})
