import { expect, test } from 'vitest'
import { control } from '../fixtures/amazon-fixture.ts'
import { buildOrder, line, createFulfillmentFixture } from '../fulfillment/fixtures/fulfillment-fixture.ts'

const day = 24 * 60 * 60
const orders = '/sellers/A1WAREHOUSE/orders'

test('orders shipped before the start have left the stock, and their parcels arrive in their own time', async () => {
  const { amazon, read, track, stockOf, pass } = await createFulfillmentFixture()
  const leftAt = new Date(amazon.clock.time() - day * 1000).toISOString()
  const box = { packageNumber: 40_000_001, carrierCode: 'UPS', trackingNumber: '1ZPAST' }
  const shipped = {
    marketplaceId: 'ATVPDKIKX0DER',
    asked: buildOrder({ items: [line('LAMP', 2)] }),
    receivedAt: leftAt,
    leftAt,
    timings: { outForDelivery: 1.5 * day, deliver: 2 * day },
    packages: [{ ...box, items: [{ itemId: 'LAMP', quantity: 2 }] }],
  }
  expect((await control(amazon, 'PUT', orders, { orders: [shipped] })).body).toEqual({ put: 1 })
  expect(await read()).toMatchObject({
    fulfillmentOrder: { fulfillmentOrderStatus: 'Complete', statusUpdatedDate: leftAt },
    fulfillmentShipments: [{ fulfillmentShipmentStatus: 'SHIPPED', fulfillmentShipmentPackage: [box] }],
  })
  expect(await stockOf()).toEqual({ fulfillable: 10, reserved: 0 })
  const seen = async () => (await track(box.packageNumber)).currentStatus
  expect(await seen()).toBe('IN_TRANSIT')
  pass(0.75 * day)
  expect(await seen()).toBe('OUT_FOR_DELIVERY')
  pass(0.5 * day)
  expect(await seen()).toBe('DELIVERED')
})

test('one order can take longer than the others, and its estimated ship date shows it', async () => {
  const { amazon, create, read, status, pass } = await createFulfillmentFixture()
  await create()
  await create({ sellerFulfillmentOrderId: 'ORD-2' })
  const { body } = await control(amazon, 'PATCH', `${orders}/ORD-1`, { timings: { process: day } })
  expect(body).toEqual({ orderId: 'ORD-1', fate: 'ships', timings: { process: day } })
  const promised = async (id: string) => {
    const [item] = (await read(id)).fulfillmentOrderItems as { estimatedShipDate?: string }[]
    return Date.parse(item?.estimatedShipDate ?? '') - amazon.clock.time()
  }
  expect(await promised('ORD-1')).toBeGreaterThan(day * 1000)
  expect(await promised('ORD-2')).toBeLessThan(120_000)
  pass(120)
  expect([await status('ORD-1'), await status('ORD-2')]).toEqual(['Planning', 'Complete'])
  pass(day)
  expect(await status('ORD-1')).toBe('Complete')
})

test.each([
  ['a step that there is not', 'PATCH', `${orders}/ORD-1`, { timings: { wait: 1 } }, 400],
  ['an order without parcels', 'PUT', orders, { orders: [{ packages: [] }] }, 400],
  ['an order that there is not', 'PATCH', `${orders}/NONE`, { timings: { process: 1 } }, 404],
])('order commands refuse %s', async (_, method, path, body, status) => {
  const { amazon, create } = await createFulfillmentFixture()
  await create()
  expect((await control(amazon, method, path, body)).status).toBe(status)
})
