import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { storeDocument } from '../documents/document-store.ts'
import { client, control, createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import { operations } from '../operations.ts'

/** Properties that every plain object inherits. */
const inherited = ['__proto__', 'constructor']

test.each(inherited)('nothing is found under the name %s', async (name) => {
  const amazon = await startForTest()
  await control(amazon, 'PUT', `/sellers/${northfield}/vendor`, { vendorCode: 'NORTH', warehouseIds: ['W1'] })
  const call = createCaller(amazon)
  const prototype = Object.getOwnPropertyNames(Object.prototype)
  const query = {
    marketplaceIds: [unitedStates],
    marketplaceId: unitedStates,
    granularityType: 'Marketplace',
    granularityId: unitedStates,
    sellerSku: name,
    sellerSkus: [name],
    identifiers: [name],
    identifiersType: 'SKU',
    sellerId: northfield,
    asin: name,
    details: 'true',
  }
  for (const { method, path, name: operation } of operations) {
    const { status, body } = await call(path.replace(':sellerId', northfield).replaceAll(/:\w+/g, name), {
      method,
      query,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    })
    expect(status, operation).toBeLessThan(500)
    if (operation === 'getInventorySummaries') expect(body).toMatchObject({ payload: { inventorySummaries: [] } })
  }
  expect(
    (await control(amazon, 'PUT', `/sellers/${name}/vendor`, { vendorCode: 'X', warehouseIds: ['W'] })).status,
  ).toBe(404)
  expect((await control(amazon, 'GET', `/queues/${name}`)).body).toEqual({ messages: [] })
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)

  const token = await fetch(`${amazon.url}/auth/o2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: name,
      client_id: client.id,
      client_secret: client.secret,
    }),
  })
  expect(await token.json()).toMatchObject({ error: 'invalid_grant' })
})

test.each(inherited)('a SKU named %s is stored like any other', async (sku) => {
  const amazon = await startForTest()
  const items = `/sellers/${northfield}/marketplaces/${unitedStates}/items`
  const call = createCaller(amazon)
  await control(amazon, 'PUT', items, { items: [{ sku, title: 'Odd', price: 5, fulfillable: 3 }] })
  const listing = await call(`/listings/2021-08-01/items/${northfield}/${sku}`, {
    query: { marketplaceIds: [unitedStates], includedData: ['summaries'] },
  })
  expect(listing.body).toMatchObject({ sku, summaries: [{ itemName: 'Odd' }] })
  expect((await control(amazon, 'GET', items)).body).toMatchObject({ items: [{ sku, fulfillable: 3 }] })
})

test.each(['PUT', 'PATCH'])('an attribute with an inherited name is refused by %s', async (method) => {
  const amazon = await startForTest()
  const items = `/sellers/${northfield}/marketplaces/${unitedStates}/items`
  await control(amazon, 'PUT', items, { items: [{ sku: 'TEE', title: 'Tee', price: 5 }] })
  const call = createCaller(amazon)
  const patches = ['delete', 'merge', 'replace'].map((op) => ({ op, path: '/attributes/constructor', value: [{}] }))
  const change = method === 'PUT' ? { attributes: { constructor: [{ value: 'x' }] } } : { patches }
  const { status, body } = await call(`/listings/2021-08-01/items/${northfield}/TEE`, {
    method,
    query: { marketplaceIds: [unitedStates] },
    body: { productType: 'PRODUCT', ...change },
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'INVALID' } })
})

test('only a seller’s own oldest documents are dropped', async () => {
  const { state } = await startForTest()
  const document = { contentType: 'text/plain', content: 'x'.repeat(1_000), isCompressed: false }
  const everybodys = storeDocument(state.documents, { ...document, sellerId: null })
  const others = storeDocument(state.documents, { ...document, sellerId: 'A9OTHER' })
  const own = Array.from({ length: 150 }, () => storeDocument(state.documents, { ...document, sellerId: northfield }))
  const kept = own.slice(-100)
  expect(Object.keys(state.documents.entries)).toEqual([everybodys, others, ...kept].map(({ id }) => id))
})

test.each([
  ['a page of another address that names this one its own', { host: 'evil.example:80' }],
  ['a page of another address', { origin: 'https://evil.example' }],
  ['another page of this machine', { origin: 'http://localhost:3000' }],
  ['a page without an address', { origin: 'null' }],
])('the control plane takes no command from %s', async (_, headers) => {
  const amazon = await startForTest()
  expect(await order(amazon.url, headers)).toBe(403)
})

test.each(['localhost', '127.0.0.1', '[::1]'])('the control plane takes commands under the host %s', async (name) => {
  const amazon = await startForTest()
  expect(await order(amazon.url, { host: `${name}:${new URL(amazon.url).port}` })).toBe(200)
})

/** `fetch` always sends its own Host header. */
async function order(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(`${url}/_control/stats`, { headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
