import { expect, test } from 'vitest'
import { client, control, createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'

const items = `/sellers/${northfield}/marketplaces/${unitedStates}/items`
const account = '/sellers/v1/account'

test('sellers can be listed and added', async () => {
  const amazon = await startForTest()
  const seller = { id: 'A9TESTSELLER', name: 'Test Seller', endpoint: 'fe', marketplaceIds: ['A1VC38T7YXB528'] }
  expect((await control(amazon, 'POST', '/sellers', seller)).body).toMatchObject({ ...seller, hasFba: true })
  const { body } = await control(amazon, 'GET', '/sellers')
  expect(body['sellers']).toHaveLength(4)
  expect((await createCaller(amazon, seller.id)(account)).status).toBe(200)
})

test.each([
  ['a seller that is there', { id: northfield, name: 'N', endpoint: 'na', marketplaceIds: [unitedStates] }, 409],
  [
    'a marketplace of another region',
    { id: 'A9OTHER', name: 'N', endpoint: 'eu', marketplaceIds: [unitedStates] },
    400,
  ],
  ['a seller without a name', { id: 'A9OTHER', endpoint: 'na', marketplaceIds: [unitedStates] }, 400],
])('adding a seller refuses %s', async (_, seller, status) => {
  expect((await control(await startForTest(), 'POST', '/sellers', seller)).status).toBe(status)
})

test('items can be put into stock and listings, counted again and removed', async () => {
  const amazon = await startForTest()
  const tee = { sku: 'TEE-L', asin: 'B000000001', title: 'Tee, large', price: 19, fulfillable: 5, inboundShipped: 2 }
  const mug = { sku: 'MUG', title: 'Mug', fulfilledBy: 'merchant', quantity: 4, price: 9 }
  expect((await control(amazon, 'PUT', items, { items: [tee, mug] })).body).toEqual({ put: 2 })
  expect((await control(amazon, 'GET', items)).body).toMatchObject({ items: [{ sku: 'TEE-L', asin: 'B000000001' }] })
  const listed = () => Object.keys(amazon.state.sellers[northfield]?.listings[unitedStates] ?? {})
  expect(listed()).toEqual(['TEE-L', 'MUG'])

  await control(amazon, 'PATCH', items, { items: [{ sku: 'TEE-L', fulfillable: 1 }] })
  const counted = await control(amazon, 'GET', items)
  expect(counted.body).toMatchObject({ items: [{ fulfillable: 1, inboundShipped: 2 }] })
  expect((await control(amazon, 'PATCH', items, { items: [{ sku: 'NONE', fulfillable: 1 }] })).status).toBe(404)

  await control(amazon, 'DELETE', items, { skus: ['TEE-L', 'MUG'] })
  expect((await control(amazon, 'GET', items)).body).toEqual({ items: [] })
  expect(listed()).toEqual([])
})

test('items are put after everything that was due before', async () => {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const put = (title: string) =>
    control(amazon, 'PUT', items, { items: [{ sku: 'TEE', title, price: 19, fulfilledBy: 'merchant' }] })
  await put('As it was')
  const patches = [{ op: 'replace', path: '/attributes/item_name', value: [{ value: 'As it was patched' }] }]
  await call(`/listings/2021-08-01/items/${northfield}/TEE`, {
    method: 'PATCH',
    query: { marketplaceIds: [unitedStates] },
    body: { productType: 'PRODUCT', patches },
  })
  amazon.clock.advance(60_000)
  await put('As it was put')
  const { body } = await call(`/listings/2021-08-01/items/${northfield}/TEE`, {
    query: { marketplaceIds: [unitedStates] },
  })
  expect(body).toMatchObject({ summaries: [{ itemName: 'As it was put' }] })
})

test('thousands of items fit into one call', async () => {
  const amazon = await startForTest()
  const many = Array.from({ length: 5_000 }, (_, index) => ({ sku: `S-${index}`, title: `Thing ${index}`, price: 5 }))
  expect((await control(amazon, 'PUT', items, { items: many })).body).toEqual({ put: 5_000 })
})

test('a consent can be given as on the page, and revoked', async () => {
  const amazon = await startForTest()
  const { body } = await control(amazon, 'POST', '/authorize', { sellerId: northfield })
  expect(body).toMatchObject({ sellingPartnerId: northfield, redirectUri: client.redirectUri })
  const exchange = await fetch(`${amazon.url}/auth/o2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: String(body['code']),
      redirect_uri: client.redirectUri,
      client_id: client.id,
      client_secret: client.secret,
    }),
  })
  const { access_token } = (await exchange.json()) as Record<string, string>
  const call = createCaller(amazon)
  const headers = { 'x-amz-access-token': access_token ?? '' }
  expect((await call(account, { headers })).status).toBe(200)
  await control(amazon, 'POST', '/revoke', { sellerId: northfield })
  expect((await call(account, { headers })).status).toBe(403)
})

test('the clock can be advanced and sped up', async () => {
  const amazon = await startForTest()
  const before = amazon.clock.time()
  const { body } = await control(amazon, 'POST', '/clock', { advanceSeconds: 90 })
  expect(body).toEqual({ now: new Date(before + 90_000).toISOString(), speed: 0 })
  await control(amazon, 'POST', '/clock', { speed: 60 })
  expect((await control(amazon, 'GET', '/clock')).body).toMatchObject({ speed: 60 })
})

test('limits can be switched, and statistics read', async () => {
  const amazon = await startForTest()
  await control(amazon, 'PUT', '/limits', { limits: 'amazon' })
  const call = createCaller(amazon)
  for (let count = 0; count < 16; count += 1) await call(account)
  const { body } = await control(amazon, 'GET', '/stats')
  expect(body).toMatchObject({ operations: { getAccount: { requests: 16, violations: 1 } } })
  await control(amazon, 'DELETE', '/stats')
  expect((await control(amazon, 'GET', '/stats')).body).toEqual({ operations: {} })
})

test('the fate of orders and the duration of work can be set', async () => {
  const amazon = await startForTest()
  const told = { fate: 'stays-in-planning', cancellation: 'refuses', timings: { ship: 5 } }
  expect((await control(amazon, 'PATCH', '/fulfillment', told)).body).toMatchObject(told)
  expect(amazon.state.fulfillment).toMatchObject(told)
  expect((await control(amazon, 'PATCH', '/processing', { listing: 0 })).body).toMatchObject({ listing: 0, feed: 3 })
  expect((await control(amazon, 'PATCH', `/sellers/${northfield}/orders/NONE`, { fate: 'ships' })).status).toBe(404)
})

test('messages of a queue can be read and taken', async () => {
  const amazon = await startForTest()
  amazon.state.notifications.queues['stock'] = [{ NotificationType: 'FBA_INVENTORY_AVAILABILITY_CHANGES' }]
  expect((await control(amazon, 'GET', '/queues/stock')).body['messages']).toHaveLength(1)
  expect((await control(amazon, 'DELETE', '/queues/stock')).body['messages']).toHaveLength(1)
  expect((await control(amazon, 'GET', '/queues/stock')).body['messages']).toHaveLength(0)
})

test.each([
  ['an unknown command', 'GET', '/nothing', undefined, 404],
  ['an unknown seller', 'GET', '/sellers/NOBODY/marketplaces/X/items', undefined, 404],
  ['a foreign marketplace', 'GET', `/sellers/${northfield}/marketplaces/A1PA6795UKMFR9/items`, undefined, 404],
  ['a misspelt field', 'PUT', items, { items: [{ sku: 'A', title: 'A', fullfillable: 1 }] }, 400],
])('the control plane refuses %s', async (_, method, path, body, status) => {
  const answer = await control(await startForTest(), method, path, body)
  expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
})

test('the control plane takes JSON only, which a page of another site can’t send', async () => {
  const { url } = await startForTest()
  const response = await fetch(`${url}/_control/revoke`, { method: 'POST', body: `{"sellerId":"${northfield}"}` })
  expect(response.status).toBe(400)
})
