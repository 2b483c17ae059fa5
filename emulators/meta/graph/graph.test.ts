import { expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { accountId, call, catalogId, placeOrder, startForTest } from '../fixtures/graph-caller.ts'
import { createRateLimits } from './rate-limits.ts'

const codeOf = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: number }).code

test.each([
  ['no token', { headers: { authorization: '' } }, 190],
  ['another’s token', { headers: { authorization: 'Bearer EAAB-other' } }, 190],
  ['a wrong proof', { query: { appsecret_proof: '00' } }, 100],
])('a call is refused with %s', async (_, sent, code) => {
  const meta = await startForTest()
  expect(codeOf(await call(meta, `v25.0/${accountId}`, sent))).toBe(code)
})

test.each([
  ['an unknown field', `v25.0/${accountId}/commerce_orders`, { query: { fields: 'id,colour' } }],
  ['a field that only JavaScript has', `v25.0/${accountId}/commerce_orders`, { query: { fields: 'constructor' } }],
  ['fields that are not closed', `v25.0/${accountId}/commerce_orders`, { query: { fields: 'items{id' } }],
  ['an unknown state', `v25.0/${accountId}/commerce_orders`, { query: { state: 'LOST' } }],
  ['an unknown parameter', `v25.0/${accountId}/commerce_orders`, { query: { colour: 'red' } }],
  ['a bad cursor', `v25.0/${accountId}/commerce_orders`, { query: { after: 'abcd' } }],
  ['another shop', 'v25.0/12345/commerce_orders', {}],
  ['another catalogue', 'v25.0/12345/items_batch', { method: 'POST', body: {} }],
  ['an empty batch', `v25.0/${catalogId}/items_batch`, { method: 'POST', body: { item_type: 'PRODUCT_ITEM' } }],
])('the Graph API refuses %s', async (_, path, sent) => {
  const meta = await startForTest()
  await placeOrder(meta, { state: 'CREATED' })
  const answer = await call(meta, path, sent)
  expect(answer.status).toBe(400)
  expect(codeOf(answer)).toBe(100)
})

test('a path without a version is refused', async () => {
  expect(codeOf(await call(await startForTest(), `graph/${accountId}`))).toBe(2500)
})

test('a read returns the requested fields, and by default hardly more than the id', async () => {
  const meta = await startForTest()
  const id = await placeOrder(meta, { state: 'CREATED' })
  const bare = await call(meta, `v25.0/${id}`)
  expect(Object.keys(bare.body).toSorted()).toEqual(['created', 'id', 'last_updated', 'order_status'])
  const more = await call(meta, `v25.0/${id}`, { query: { fields: 'items{retailer_id,price_per_unit}' } })
  expect(more.body).toEqual({
    id,
    items: {
      data: [{ id: expect.any(String), retailer_id: 'TEE-L', price_per_unit: { amount: '19.00', currency: 'USD' } }],
    },
  })
})

test('a read returns 25 items of an edge unless more are requested', async () => {
  const meta = await startForTest()
  const items = Array.from({ length: 30 }, (_, index) => ({ retailerId: `S-${index}`, quantity: 1, price: 100 }))
  const id = await placeOrder(meta, { items, state: 'CREATED' })
  const ask = async (fields: string) => (await call(meta, `v25.0/${id}`, { query: { fields } })).body['items']
  expect(await ask('items{retailer_id}')).toMatchObject({
    data: expect.objectContaining({ length: 25 }),
    paging: { next: expect.any(String) },
  })
  expect(await ask('items.limit(30){retailer_id}')).toEqual({ data: expect.objectContaining({ length: 30 }) })
})

test('an order is checked, created, acknowledged and shipped', async () => {
  const meta = await startForTest()
  const id = await placeOrder(meta)
  const state = async () => (await call(meta, `v25.0/${id}`)).body['order_status']
  const ship = () =>
    call(meta, `v25.0/${id}/shipments`, { method: 'POST', body: { idempotency_key: String(Math.random()) } })
  expect(await state()).toEqual({ state: 'FB_PROCESSING' })
  meta.clock.advance(10_000)
  expect(await state()).toEqual({ state: 'CREATED' })
  expect(codeOf(await ship())).toBe(100)
  const acknowledge = { idempotency_key: 'a', orders: [{ id }] }
  await call(meta, `v25.0/${accountId}/acknowledge_orders`, { method: 'POST', body: acknowledge })
  expect(await state()).toEqual({ state: 'IN_PROGRESS' })
  expect((await ship()).body).toEqual({ success: true })
  expect(await state()).toEqual({ state: 'COMPLETED' })
})

test.each([
  ['too many units', { items: [{ retailer_id: 'TEE-L', quantity: 3 }] }],
  ['an item that was not ordered', { items: [{ retailer_id: 'MUG', quantity: 1 }] }],
  ['an unnamed item', { items: [{ quantity: 1 }] }],
  ['an item named twice', { items: [{ retailer_id: 'TEE-L', item_id: '1', quantity: 1 }] }],
  ['an unknown carrier', { tracking_info: { carrier: 'MULE', tracking_number: '1' } }],
])('a shipment with %s is refused and ships nothing', async (_, body) => {
  const meta = await startForTest()
  const id = await placeOrder(meta, { state: 'IN_PROGRESS' })
  const sent = { method: 'POST', body: { idempotency_key: 'k', ...body } }
  expect(codeOf(await call(meta, `v25.0/${id}/shipments`, sent))).toBe(100)
  expect(meta.state.shops[0]?.orders[0]?.shipments).toEqual([])
})

test('a caller over the rate limit is refused for the rest of the hour', () => {
  const clock = createClock({ speed: 0 })
  const limits = createRateLimits(clock)
  const answers = Array.from({ length: 4_800 }, () => limits.take('1'))
  expect(new Set(answers)).toEqual(new Set([null]))
  clock.advance(1_800_000)
  expect(limits.take('1')).toBe(30)
  expect(limits.take('2')).toBeNull()
  clock.advance(1_800_000)
  expect(limits.take('1')).toBeNull()
})
