import { expect, test } from 'vitest'
import { control } from '../../fixtures/amazon-fixture.ts'
import type { AmazonState } from '../../state.ts'
import type { Fate } from '../order.ts'
import { line, createFulfillmentFixture } from '../fixtures/fulfillment-fixture.ts'
import { advanceOrders } from './advance-orders.ts'

const day = 24 * 60 * 60

test('an order moves through its statuses on the clock: shipped within two minutes, delivered two minutes later', async () => {
  const { create, status, read, track, pass } = await createFulfillmentFixture()
  expect(await create()).toMatchObject({ status: 200, body: {} })
  const seen: string[] = []
  for (let second = 0; second < 120; second += 5) {
    seen.push(await status())
    pass(5)
  }
  expect([...new Set(seen)]).toEqual(['New', 'Received', 'Planning', 'Processing', 'Complete'])

  const { fulfillmentShipments } = await read()
  expect(fulfillmentShipments).toMatchObject([
    {
      fulfillmentShipmentStatus: 'SHIPPED',
      fulfillmentShipmentItem: [
        { sellerFulfillmentOrderItemId: 'LAMP', quantity: 2 },
        { sellerFulfillmentOrderItemId: 'CHAIR', quantity: 1 },
      ],
    },
  ])
  const [box] = fulfillmentShipments[0]?.fulfillmentShipmentPackage ?? []
  const packageNumber = box?.packageNumber ?? 0
  expect((await track(packageNumber)).currentStatus).toBe('IN_TRANSIT')
  pass(120)
  const { currentStatus, trackingEvents, trackingNumber } = await track(packageNumber)
  expect({ currentStatus, trackingNumber }).toEqual({ currentStatus: 'DELIVERED', trackingNumber: box?.trackingNumber })
  expect(trackingEvents.map(({ eventCode }) => eventCode)).toEqual(['EVENT_301', 'EVENT_302', 'EVENT_201', 'EVENT_101'])
})

test('the tracking number in processing changes when the parcel leaves', async () => {
  const { create, read, pass, status, track } = await createFulfillmentFixture()
  await create()
  pass(60)
  expect(await status()).toBe('Processing')
  const [early] = (await read()).fulfillmentShipments[0]?.fulfillmentShipmentPackage ?? []
  expect(early?.trackingNumber).toMatch(/^1Z/)
  expect(await track(early?.packageNumber ?? 0)).toMatchObject({ trackingEvents: [] })
  pass(60)
  const [late] = (await read()).fulfillmentShipments[0]?.fulfillmentShipmentPackage ?? []
  expect(late?.packageNumber).toBe(early?.packageNumber)
  expect(late?.trackingNumber).not.toBe(early?.trackingNumber)
})

test('units are reserved when the order is received, and leave the stock when they ship', async () => {
  const { create, stockOf, pass } = await createFulfillmentFixture()
  await create()
  expect(await stockOf()).toEqual({ fulfillable: 10, reserved: 0 })
  pass(5)
  expect(await stockOf()).toEqual({ fulfillable: 8, reserved: 2 })
  pass(120)
  expect(await stockOf()).toEqual({ fulfillable: 8, reserved: 0 })
})

const ends: [Fate, string, { lamps: object; parcels: (string | undefined)[] }][] = [
  ['stays-in-planning', 'Planning', { lamps: { fulfillable: 8, reserved: 2 }, parcels: [] }],
  ['invalid', 'Invalid', { lamps: { fulfillable: 10, reserved: 0 }, parcels: [] }],
  ['unfulfillable', 'Unfulfillable', { lamps: { fulfillable: 10, reserved: 0 }, parcels: [] }],
  ['ships-partly', 'CompletePartialled', { lamps: { fulfillable: 8, reserved: 0 }, parcels: ['DELIVERED'] }],
  ['two-packages', 'Complete', { lamps: { fulfillable: 8, reserved: 0 }, parcels: ['DELIVERED', 'DELIVERED'] }],
  ['two-shipments', 'Complete', { lamps: { fulfillable: 8, reserved: 0 }, parcels: ['DELIVERED', 'DELIVERED'] }],
  ['undeliverable', 'Complete', { lamps: { fulfillable: 8, reserved: 0 }, parcels: ['UNDELIVERABLE'] }],
  ['returned', 'Complete', { lamps: { fulfillable: 8, reserved: 0 }, parcels: ['RETURNED'] }],
]

test.each(ends)('an order ends as its fate says: %s', async (fate, status, { lamps, parcels }) => {
  const { amazon, create, read, track, pass, stockOf } = await createFulfillmentFixture()
  expect((await control(amazon, 'PATCH', '/fulfillment', { fate })).status).toBe(200)
  await create()
  pass(1_000)
  const { fulfillmentOrder, fulfillmentShipments } = await read()
  expect(fulfillmentOrder.fulfillmentOrderStatus).toBe(status)
  expect(await stockOf()).toEqual(lamps)
  const boxes = fulfillmentShipments.flatMap(({ fulfillmentShipmentPackage }) => fulfillmentShipmentPackage)
  const tracked = await Promise.all(boxes.map(({ packageNumber }) => track(packageNumber)))
  expect(tracked.map(({ currentStatus }) => currentStatus)).toEqual(parcels)
})

test('a partly shipped order says which units are missing', async () => {
  const { amazon, create, read, pass, stockOf } = await createFulfillmentFixture()
  amazon.state.fulfillment.fate = 'ships-partly'
  await create({ items: [line('LAMP', 3), line('CHAIR', 2)] })
  pass(200)
  const { fulfillmentOrderItems, fulfillmentShipments } = await read()
  expect(fulfillmentOrderItems).toMatchObject([{ unfulfillableQuantity: 0 }, { unfulfillableQuantity: 2 }])
  expect(fulfillmentShipments).toMatchObject([{ fulfillmentShipmentItem: [{ quantity: 3 }] }])
  expect(await stockOf('CHAIR')).toEqual({ fulfillable: 10, reserved: 0 })
})

test('the first of two shipments leaves while the order is in processing', async () => {
  const { amazon, create, read, pass } = await createFulfillmentFixture()
  amazon.state.fulfillment.fate = 'two-shipments'
  await create()
  pass(80)
  const { fulfillmentOrder, fulfillmentShipments } = await read()
  expect(fulfillmentOrder.fulfillmentOrderStatus).toBe('Processing')
  expect(fulfillmentShipments).toMatchObject([
    { fulfillmentShipmentStatus: 'SHIPPED' },
    { fulfillmentShipmentStatus: 'PENDING' },
  ])
})

test('an order that waits in planning can be resumed', async () => {
  const { amazon, seller, create, status, pass } = await createFulfillmentFixture()
  amazon.state.fulfillment.fate = 'stays-in-planning'
  await create()
  pass(3 * day)
  expect(await status()).toBe('Planning')
  await control(amazon, 'PATCH', `/sellers/${seller.id}/orders/ORD-1`, { fate: 'ships' })
  pass(100)
  expect(await status()).toBe('Complete')
})

test('a FillOrKill order with missing units is unfulfillable', async () => {
  const { create, status, stockOf, pass } = await createFulfillmentFixture()
  await create({ fulfillmentPolicy: 'FillOrKill', items: [line('LAMP', 11), line('CHAIR', 1)] })
  pass(200)
  expect(await status()).toBe('Unfulfillable')
  expect(await stockOf()).toEqual({ fulfillable: 10, reserved: 0 })
})

test('a FillAllAvailable order ships what is in stock', async () => {
  const { create, read, pass } = await createFulfillmentFixture()
  await create({ fulfillmentPolicy: 'FillAllAvailable', items: [line('LAMP', 12)] })
  pass(200)
  const { fulfillmentOrder, fulfillmentOrderItems } = await read()
  expect(fulfillmentOrder.fulfillmentOrderStatus).toBe('CompletePartialled')
  expect(fulfillmentOrderItems).toMatchObject([{ quantity: 12, unfulfillableQuantity: 2 }])
})

test('a FillAll order waits for missing units', async () => {
  const { create, status, stock, pass } = await createFulfillmentFixture()
  await create({ fulfillmentPolicy: 'FillAll', items: [line('LAMP', 12)] })
  pass(3_600)
  expect(await status()).toBe('Planning')
  stock('LAMP', 5)
  pass(200)
  expect(await status()).toBe('Complete')
})

test('a FillAll order ships its available part after a day', async () => {
  const { create, status, pass } = await createFulfillmentFixture()
  await create({ fulfillmentPolicy: 'FillAll', items: [line('LAMP', 12)] })
  pass(day - 60)
  expect(await status()).toBe('Planning')
  pass(300)
  expect(await status()).toBe('CompletePartialled')
})

test('an order on hold is cancelled after 14 days', async () => {
  const { create, status, stockOf, pass } = await createFulfillmentFixture()
  await create({ fulfillmentAction: 'Hold' })
  pass(13 * day)
  expect([await status(), await stockOf()]).toEqual(['Received', { fulfillable: 8, reserved: 2 }])
  pass(2 * day)
  expect([await status(), await stockOf()]).toEqual(['Cancelled', { fulfillable: 10, reserved: 0 }])
})

test('an order ends the same whether it is read often, once, or after a restart', async () => {
  const { amazon, seller, create, read, pass } = await createFulfillmentFixture()
  amazon.state.fulfillment.fate = 'two-shipments'
  await create()
  const atFirst = JSON.stringify(amazon.state)
  for (let second = 0; second < 300; second += 20) {
    pass(20)
    await read()
  }
  const restarted = JSON.parse(atFirst) as AmazonState
  const again = restarted.sellers[seller.id]
  if (again) advanceOrders(restarted, again, amazon.clock.now())
  expect(again?.fulfillment).toEqual(seller.fulfillment)
  expect(again?.stock).toEqual(seller.stock)
})

test('no unit is lost or shipped twice, whatever is ordered at once', async () => {
  const { amazon, create, pass, stockOf, seller } = await createFulfillmentFixture()
  for (const [index, fate] of (
    ['ships', 'ships-partly', 'unfulfillable', 'two-shipments', 'invalid'] as const
  ).entries()) {
    amazon.state.fulfillment.fate = fate
    const id = `ORD-${index}`
    await create({ sellerFulfillmentOrderId: id, fulfillmentPolicy: 'FillAllAvailable', items: [line('LAMP', 4)] })
    pass(7)
  }
  pass(1_000)
  const left = await stockOf()
  const orders = Object.values(seller.fulfillment.orders)
  const shipped = orders.flatMap(({ lines }) => lines).reduce((sum, { shipped: units }) => sum + units, 0)
  expect(left).toEqual({ fulfillable: 10 - shipped, reserved: 0 })
  expect(orders.map(({ status }) => status)).toContain('Complete')
})
