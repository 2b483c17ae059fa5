import { expect, test } from 'vitest'
import { control, createCaller, unitedStates, type ApiRequest } from '../fixtures/amazon-fixture.ts'
import { createFulfillmentFixture } from '../fulfillment/fixtures/fulfillment-fixture.ts'
import { issueAccessToken } from '../lwa/tokens.ts'

const base = '/notifications/v1'
const arn = 'arn:aws:sqs:us-east-1:123456789012:stock-news'
const queue = { name: 'Stock news', resourceSpecification: { sqs: { arn } } }
const bus = { name: 'Bus', resourceSpecification: { eventBridge: { region: 'us-east-1', accountId: '123456789012' } } }

async function open() {
  const warehouse = await createFulfillmentFixture()
  const { amazon, seller } = warehouse
  const scope = 'sellingpartnerapi::notifications'
  const token = issueAccessToken(amazon.state.tokens, { sellerId: null, scope }, amazon.clock.now())
  const asSeller = (path: string, sent?: ApiRequest) => createCaller(amazon, seller.id)(`${base}${path}`, sent)
  const asApplication = (path: string, sent: ApiRequest = {}) =>
    asSeller(path, { ...sent, headers: { 'x-amz-access-token': token } })
  return {
    ...warehouse,
    asSeller,
    asApplication,
    async makeDestination(body: object = queue) {
      const made = await asApplication('/destinations', { method: 'POST', body })
      return (made.body as { payload: { destinationId: string } }).payload.destinationId
    },
    subscribe: (type: string, destinationId: string) =>
      asSeller(`/subscriptions/${type}`, { method: 'POST', body: { payloadVersion: '1.0', destinationId } }),
    async messages(method: 'GET' | 'DELETE' = 'GET') {
      const { body } = await control(amazon, method, '/queues/stock-news')
      return body['messages'] as { NotificationType: string; EventTime: string; Payload: object }[]
    },
  }
}

test('destinations need the application’s token', async () => {
  const { asSeller, asApplication, makeDestination } = await open()
  expect((await asSeller('/destinations', { method: 'POST', body: queue })).status).toBe(403)
  const id = await makeDestination()
  expect((await asApplication('/destinations', { method: 'POST', body: queue })).status).toBe(409)
  const kept = { destinationId: id, name: 'Stock news', resource: { sqs: { arn } } }
  expect((await asApplication(`/destinations/${id}`)).body).toEqual({ payload: kept })
  expect((await asApplication('/destinations')).body).toEqual({ payload: [kept] })
  expect((await asApplication(`/destinations/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await asApplication(`/destinations/${id}`)).status).toBe(404)
})

test.each([
  ['no resource', { name: 'x', resourceSpecification: {} }],
  [
    'two resources',
    { name: 'x', resourceSpecification: { ...queue.resourceSpecification, ...bus.resourceSpecification } },
  ],
  ['an ARN of something else', { name: 'x', resourceSpecification: { sqs: { arn: 'arn:aws:s3:::bucket' } } }],
  ['no name', { resourceSpecification: queue.resourceSpecification }],
])('a destination with %s is refused', async (_, body) => {
  const { asApplication } = await open()
  expect((await asApplication('/destinations', { method: 'POST', body })).status).toBe(400)
})

test('a seller can subscribe once to each type', async () => {
  const { subscribe, asSeller, asApplication, makeDestination } = await open()
  const destinationId = await makeDestination()
  const type = 'FULFILLMENT_ORDER_STATUS'
  const made = (await subscribe(type, destinationId)).body as { payload: { subscriptionId: string } }
  expect((await subscribe(type, destinationId)).status).toBe(409)
  expect((await asSeller(`/subscriptions/${type}`)).body).toEqual(made)
  expect((await asSeller('/subscriptions', { query: { notificationTypes: type } })).body).toEqual({
    payload: { subscriptions: [made.payload] },
  })
  const one = `/subscriptions/${type}/${made.payload.subscriptionId}`
  expect((await asSeller(one)).status).toBe(403)
  expect((await asApplication(one)).body).toEqual(made)
  expect((await asApplication(`/destinations/${destinationId}`, { method: 'DELETE' })).status).toBe(409)
  expect((await asApplication(one, { method: 'DELETE' })).status).toBe(200)
  expect((await asSeller(`/subscriptions/${type}`)).status).toBe(404)
})

test('an unknown type, or a destination of the wrong kind, is refused', async () => {
  const { subscribe, makeDestination } = await open()
  const toQueue = await makeDestination()
  const toBus = await makeDestination(bus)
  expect((await subscribe('WEATHER_CHANGE', toQueue)).status).toBe(400)
  expect((await subscribe('LISTINGS_ITEM_STATUS_CHANGE', toQueue)).status).toBe(400)
  expect((await subscribe('ORDER_CHANGE', toBus)).status).toBe(400)
  expect((await subscribe('LISTINGS_ITEM_STATUS_CHANGE', toBus)).status).toBe(200)
  expect((await subscribe('ORDER_CHANGE', 'nowhere')).status).toBe(404)
})

test('each status of an order is published with its time', async () => {
  const { subscribe, makeDestination, create, pass, messages, amazon } = await open()
  await subscribe('FULFILLMENT_ORDER_STATUS', await makeDestination())
  const start = amazon.clock.now().getTime()
  await create()
  pass(300)
  const sent = (await messages()).map(({ EventTime, Payload }) => ({
    after: (new Date(EventTime).getTime() - start) / 1000,
    ...(Payload as { FulfillmentOrderStatusNotification: { EventType: string; FulfillmentOrderStatus: string } })
      .FulfillmentOrderStatusNotification,
  }))
  expect(sent.map((one) => [one.after, one.EventType, one.FulfillmentOrderStatus])).toEqual([
    [0, 'Order', 'New'],
    [2, 'Order', 'Received'],
    [17, 'Order', 'Planning'],
    [47, 'Order', 'Processing'],
    [107, 'Shipment', 'Processing'],
    [107, 'Order', 'Complete'],
  ])
})

test('stock changes are published, and messages can be taken from the queue', async () => {
  const { subscribe, makeDestination, create, pass, messages } = await open()
  await subscribe('FBA_INVENTORY_AVAILABILITY_CHANGES', await makeDestination())
  await create()
  pass(5)
  expect(await messages('DELETE')).toMatchObject([
    { Payload: { SKU: 'LAMP', FulfillmentInventoryByMarketplace: [{ FulfillmentInventory: { Fulfillable: 8 } }] } },
    { Payload: { SKU: 'CHAIR', FulfillmentInventoryByMarketplace: [{ FulfillmentInventory: { Fulfillable: 9 } }] } },
  ])
  expect(await messages()).toEqual([])
})

test('stock that arrives or is counted again is published', async () => {
  const { amazon, call, seller, subscribe, makeDestination, messages } = await open()
  await subscribe('FBA_INVENTORY_AVAILABILITY_CHANGES', await makeDestination())
  const arrival = { sellerSku: 'LAMP', marketplaceId: unitedStates, quantity: 5 }
  const headers = { 'x-amzn-idempotency-token': 'once' }
  await call('/fba/inventory/v1/items/inventory', { method: 'POST', headers, body: { inventoryItems: [arrival] } })
  const items = `/sellers/${seller.id}/marketplaces/${unitedStates}/items`
  await control(amazon, 'PATCH', items, { items: [{ sku: 'CHAIR', fulfillable: 1 }] })
  expect(await messages()).toMatchObject([
    { Payload: { SKU: 'LAMP', FulfillmentInventoryByMarketplace: [{ FulfillmentInventory: { Fulfillable: 15 } }] } },
    { Payload: { SKU: 'CHAIR', FulfillmentInventoryByMarketplace: [{ FulfillmentInventory: { Fulfillable: 1 } }] } },
  ])
})

test('a test notification can be sent', async () => {
  const { asApplication, makeDestination, messages } = await open()
  const destinationId = await makeDestination()
  const send = (testNotification: object) =>
    asApplication('/subscriptions/ORDER_CHANGE/testNotification', {
      method: 'POST',
      body: { destinationId, testNotification },
    })
  expect((await send({ payloadVersion: '1.0' })).status).toBe(400)
  expect((await send({ payloadVersion: '1.0', testScenario: 'Shipped' })).status).toBe(200)
  expect(await messages()).toMatchObject([{ NotificationType: 'ORDER_CHANGE', Payload: { TestScenario: 'Shipped' } }])
})
