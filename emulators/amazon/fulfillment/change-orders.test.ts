import { expect, test } from 'vitest'
import { control } from '../fixtures/amazon-fixture.ts'
import { line, createFulfillmentFixture } from './fixtures/fulfillment-fixture.ts'

const notUpdatable = { errors: [{ code: 'InvalidInput', message: expect.stringContaining('OrderNotUpdatable') }] }

test.each([
  ['new', 0],
  ['received', 5],
  ['in planning', 30],
])('an order that is %s is cancelled a little after the request, and its units are released', async (_, age) => {
  const { create, put, status, pass, stockOf, read } = await createFulfillmentFixture()
  await create()
  pass(age)
  const before = await status()
  expect(await put('/ORD-1/cancel')).toMatchObject({ status: 200, body: {} })
  expect(await status()).toBe(before)
  pass(5)
  expect(await status()).toBe('Cancelled')
  expect(await stockOf()).toEqual({ fulfillable: 10, reserved: 0 })
  expect((await read()).fulfillmentOrderItems).toMatchObject([{ cancelledQuantity: 2 }, { cancelledQuantity: 1 }])
})

test('an order that waits in planning can be cancelled', async () => {
  const { amazon, create, put, status, pass, stockOf } = await createFulfillmentFixture()
  await control(amazon, 'PATCH', '/fulfillment', { fate: 'stays-in-planning' })
  await create()
  pass(3_600)
  expect((await put('/ORD-1/cancel')).status).toBe(200)
  pass(5)
  expect([await status(), await stockOf()]).toEqual(['Cancelled', { fulfillable: 10, reserved: 0 }])
})

test.each(['ships', 'stays-in-planning'])(
  'an ignored cancellation is accepted, and the order ships: %s',
  async (fate) => {
    const { amazon, create, put, status, pass, stockOf } = await createFulfillmentFixture()
    await control(amazon, 'PATCH', '/fulfillment', { fate, cancellation: 'ignores' })
    await create()
    pass(40)
    expect((await put('/ORD-1/cancel')).status).toBe(200)
    expect(await status()).toBe('Planning')
    pass(200)
    expect([await status(), await stockOf()]).toEqual(['Complete', { fulfillable: 8, reserved: 0 }])
  },
)

test('a cancellation in time can be set to be refused', async () => {
  const { amazon, create, put, status, pass } = await createFulfillmentFixture()
  await control(amazon, 'PATCH', '/fulfillment', { cancellation: 'refuses' })
  await create()
  pass(40)
  expect(await put('/ORD-1/cancel')).toMatchObject({ status: 400, body: notUpdatable })
  expect(await status()).toBe('Planning')
  await control(amazon, 'PATCH', '/fulfillment', { cancellation: 'obeys' })
  expect((await put('/ORD-1/cancel')).status).toBe(200)
})

test('a second cancellation request is refused', async () => {
  const { create, put, pass } = await createFulfillmentFixture()
  await create()
  await put('/ORD-1/cancel')
  const refusal = { status: 400, body: { errors: [{ message: expect.stringContaining('DuplicateCancelRequest') }] } }
  expect(await put('/ORD-1/cancel')).toMatchObject(refusal)
  pass(60)
  expect(await put('/ORD-1/cancel')).toMatchObject(refusal)
})

test.each([
  ['in processing', 60],
  ['complete', 300],
])('an order that is %s can’t be cancelled or changed', async (_, age) => {
  const { create, put, pass } = await createFulfillmentFixture()
  await create()
  pass(age)
  expect(await put('/ORD-1/cancel')).toMatchObject({ status: 400, body: notUpdatable })
  expect(await put('/ORD-1', { displayableOrderComment: 'Later' })).toMatchObject({ status: 400, body: notUpdatable })
})

test('an order on hold can be changed and released', async () => {
  const { create, put, read, status, pass, stockOf } = await createFulfillmentFixture()
  await create({ fulfillmentAction: 'Hold' })
  pass(1_000)
  expect((await put('/ORD-1', { items: [line('LAMP', 5)], displayableOrderComment: 'More' })).status).toBe(200)
  const { fulfillmentOrder, fulfillmentOrderItems } = await read()
  expect(fulfillmentOrder).toMatchObject({ fulfillmentOrderStatus: 'Received', displayableOrderComment: 'More' })
  expect(fulfillmentOrderItems).toMatchObject([{ quantity: 5 }, { quantity: 1 }])
  expect(await stockOf()).toEqual({ fulfillable: 5, reserved: 5 })
  await put('/ORD-1', { items: [line('LAMP', 1)] })
  expect(await stockOf()).toEqual({ fulfillable: 9, reserved: 1 })
  expect((await put('/ORD-1', { fulfillmentAction: 'Ship' })).status).toBe(200)
  pass(200)
  expect(await status()).toBe('Complete')
})

test.each([
  ['an item it does not have', { items: [line('LAMP', 1, 'other')] }],
  ['another marketplace', { marketplaceId: 'A2EUQ1WTGCTBG2' }],
  ['a long comment', { displayableOrderComment: 'x'.repeat(751) }],
  ['an appointment', { shippingSpeedCategory: 'ScheduledDelivery' }],
])('a held order can’t be given %s', async (_, change) => {
  const { create, put, pass, read } = await createFulfillmentFixture()
  await create({ fulfillmentAction: 'Hold' })
  pass(10)
  const before = await read()
  expect((await put('/ORD-1', change)).status).toBe(400)
  expect(await read()).toEqual(before)
})

test('an unknown order is not found, nor one with a plus or two spaces in its id', async () => {
  const { call, create } = await createFulfillmentFixture()
  await create({ sellerFulfillmentOrderId: 'A+1' })
  const read = (id: string) => call(`/fba/outbound/2020-07-01/fulfillmentOrders/${encodeURIComponent(id)}`)
  const missing = { errors: [{ code: 'InvalidInput', message: "Requested order 'ORD-9' not found" }] }
  expect(await read('ORD-9')).toMatchObject({ status: 400, body: missing })
  expect((await read('A+1')).status).toBe(400)
  expect((await read('A  1')).status).toBe(403)
})

test('an order moved by hand goes through all statuses in between, and stays there', async () => {
  const { create, put, status, pass, stockOf } = await createFulfillmentFixture()
  await create()
  expect((await put('/ORD-1/status', { fulfillmentOrderStatus: 'Planning' })).status).toBe(200)
  expect(await stockOf()).toEqual({ fulfillable: 8, reserved: 2 })
  pass(10_000)
  expect(await status()).toBe('Planning')
  await put('/ORD-1/status', { fulfillmentOrderStatus: 'Complete' })
  expect([await status(), await stockOf()]).toEqual(['Complete', { fulfillable: 8, reserved: 0 }])
  expect((await put('/ORD-1/status', { fulfillmentOrderStatus: 'Planning' })).status).toBe(400)
})

test.each(['Cancelled', 'Unfulfillable', 'Invalid', 'CompletePartialled'])(
  'an order can be ended by hand as %s',
  async (end) => {
    const { create, put, status } = await createFulfillmentFixture()
    await create()
    expect((await put('/ORD-1/status', { fulfillmentOrderStatus: end })).status).toBe(200)
    expect(await status()).toBe(end)
  },
)
