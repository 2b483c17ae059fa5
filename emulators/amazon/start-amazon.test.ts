import { expect, test } from 'vitest'
import { control, createCaller, northfield, startForTest, unitedStates } from './fixtures/amazon-fixture.ts'

const order = {
  marketplaceId: unitedStates,
  sellerFulfillmentOrderId: 'ORD-1',
  displayableOrderId: 'ORD-1',
  displayableOrderDate: '2026-05-01T12:00:00Z',
  displayableOrderComment: 'Thank you',
  shippingSpeedCategory: 'Standard',
  destinationAddress: {
    name: 'Ana Ruiz',
    addressLine1: '1 Main St',
    city: 'Seattle',
    stateOrRegion: 'WA',
    postalCode: '98101',
    countryCode: 'US',
  },
  items: [{ sellerSku: 'TEE-L', sellerFulfillmentOrderItemId: '1', quantity: 2 }],
}

const changed = (startDateTime: string) => ({
  query: {
    granularityType: 'Marketplace',
    granularityId: unitedStates,
    marketplaceIds: unitedStates,
    details: 'true',
    startDateTime,
  },
})

test('an order advances without being read, and a read of changes sees its stock', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const items = [{ sku: 'TEE-L', title: 'Tee, large', fulfillable: 5 }]
  await control(amazon, 'PUT', `/sellers/${northfield}/marketplaces/${unitedStates}/items`, { items })
  await call('/fba/outbound/2020-07-01/fulfillmentOrders', { method: 'POST', body: order })

  const before = amazon.clock.now().toISOString()
  amazon.clock.advance(10_000)
  const reserved = await call('/fba/inventory/v1/summaries', changed(before))
  expect(reserved.body).toMatchObject({
    payload: {
      inventorySummaries: [
        { inventoryDetails: { fulfillableQuantity: 3, reservedQuantity: { totalReservedQuantity: 2 } } },
      ],
    },
  })
  const between = amazon.clock.now().toISOString()
  amazon.clock.advance(120_000)
  const shipped = await call('/fba/inventory/v1/summaries', changed(between))
  expect(shipped.body).toMatchObject({
    payload: {
      inventorySummaries: [
        { inventoryDetails: { fulfillableQuantity: 3, reservedQuantity: { totalReservedQuantity: 0 } } },
      ],
    },
  })
})

test('each emulator has its own state and address', async () => {
  const [one, other] = await Promise.all([startForTest(), startForTest({ sellers: [] })])
  expect(Object.keys(one.state.sellers)).toHaveLength(3)
  expect(Object.keys(other.state.sellers)).toHaveLength(0)
  expect(one.url).not.toBe(other.url)
})

test('an emulator stops at once, with calls still waiting for their answer', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  amazon.faults.add({ kind: 'hang' })
  amazon.faults.add({ kind: 'late' })
  const waiting = Promise.allSettled([call('/sellers/v1/account'), call('/sellers/v1/account')])
  while (amazon.faults.read().length > 0) await new Promise(setImmediate)
  await amazon.stop()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
