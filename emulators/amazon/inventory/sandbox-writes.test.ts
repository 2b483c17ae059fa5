import { expect, test } from 'vitest'
import { createCaller, northfield, startForTest, unitedStates as marketplaceId } from '../fixtures/amazon-fixture.ts'

const items = '/fba/inventory/v1/items'
const create = { method: 'POST', body: { sellerSku: 'A/B', marketplaceId, productName: 'A thing' } }
const add = (quantity: number, token?: string, sellerSku = 'A/B') => ({
  method: 'POST',
  body: { inventoryItems: [{ sellerSku, marketplaceId, quantity }] },
  ...(token ? { headers: { 'x-amzn-idempotency-token': token } } : {}),
})

async function start() {
  const amazon = await startForTest()
  return { call: createCaller(amazon), stock: () => amazon.state.sellers[northfield]?.stock[marketplaceId]?.['A/B'] }
}

test('a created item has Amazon’s codes and no stock', async () => {
  const { call, stock } = await start()
  expect(await call(items, create)).toMatchObject({ status: 200, body: {} })
  expect(stock()).toMatchObject({
    title: 'A thing',
    fulfillable: 0,
    asin: expect.stringMatching(/^B0[0-9A-Z]{8}$/),
    fnsku: expect.stringMatching(/^X00[0-9A-Z]{7}$/),
  })
})

test('an item can be created once', async () => {
  const { call } = await start()
  await call(items, create)
  expect((await call(items, create)).status).toBe(400)
})

test('stock is added once for each idempotency token', async () => {
  const { call, stock } = await start()
  await call(items, create)
  const answers = []
  for (const token of ['one', 'one', 'two']) answers.push((await call(`${items}/inventory`, add(5, token))).status)
  expect(answers).toEqual([200, 200, 200])
  expect(stock()).toMatchObject({ fulfillable: 10 })
})

test('an item can be deleted', async () => {
  const { call, stock } = await start()
  await call(items, create)
  const sent = { method: 'DELETE', query: { marketplaceId } }
  expect((await call(`${items}/A%2FB`, sent)).status).toBe(200)
  expect(stock()).toBeUndefined()
  expect((await call(`${items}/A%2FB`, sent)).status).toBe(400)
})

test.each([
  ['an item without a name', items, { method: 'POST', body: { sellerSku: 'A', marketplaceId } }],
  ['an item elsewhere', items, { method: 'POST', body: { ...create.body, marketplaceId: 'A1PA6795UKMFR9' } }],
  ['an addition without a token', `${items}/inventory`, add(1)],
  ['an addition of less than nothing', `${items}/inventory`, add(-1, 'three')],
  ['an addition to an unknown item', `${items}/inventory`, add(1, 'four', 'NONE')],
  ['a deletion without a marketplace', `${items}/A%2FB`, { method: 'DELETE' }],
])('sandbox writes refuse %s', async (_, path, sent) => {
  const { call, stock } = await start()
  await call(items, create)
  expect(await call(path, sent)).toMatchObject({ status: 400, body: { errors: [{ code: 'InvalidInput' }] } })
  expect(stock()).toMatchObject({ fulfillable: 0 })
})
