import { expect, test } from 'vitest'
import { control, createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'

const day = 24 * 60 * 60 * 1000
const amazonOrderId = '123-1234567-1234567'
const path = `/solicitations/v1/orders/${amazonOrderId}`
const query = { marketplaceIds: unitedStates }

async function open(age: number | null) {
  const amazon = await startForTest()
  const at = new Date(amazon.clock.now().getTime() - (age ?? 0) * day).toISOString()
  const delivered = age === null ? null : { earliest: at, latest: at }
  const order = { amazonOrderId, marketplaceId: unitedStates, delivered }
  expect((await control(amazon, 'POST', `/sellers/${northfield}/amazon-orders`, order)).status).toBe(200)
  const call = createCaller(amazon)
  return {
    call,
    async actions() {
      const { body } = await call(path, { query })
      return (body as { _links: { actions: { name: string; href: string }[] } })._links.actions
    },
    ask: () => call(`${path}/solicitations/productReviewAndSellerFeedback`, { method: 'POST', query }),
  }
}

test('a seller can request a review once', async () => {
  const { actions, ask } = await open(10)
  expect(await actions()).toEqual([
    {
      name: 'productReviewAndSellerFeedback',
      href: `${path}/solicitations/productReviewAndSellerFeedback?marketplaceIds=${unitedStates}`,
    },
  ])
  expect(await ask()).toMatchObject({ status: 201, body: {} })
  expect(await actions()).toEqual([])
  expect(await ask()).toMatchObject({ status: 403, body: { errors: [{ code: 'Unauthorized' }] } })
})

test.each([
  ['the order is on its way', null],
  ['it was delivered less than 5 days ago', 4.9],
  ['it was delivered over 30 days ago', 30.1],
])('a review request is refused while %s, like an invalid token', async (_, age) => {
  const { actions, ask } = await open(age)
  expect(await actions()).toEqual([])
  expect(await ask()).toMatchObject({
    status: 403,
    body: { errors: [{ code: 'Unauthorized', message: expect.stringContaining('not available') }] },
  })
})

test('a seller finds only its own orders, each in one marketplace', async () => {
  const { call } = await open(10)
  expect((await call('/solicitations/v1/orders/ORD-1', { query })).status).toBe(400)
  expect((await call(path)).status).toBe(400)
  expect((await call('/solicitations/v1/orders/999-1234567-1234567', { query })).status).toBe(404)
  expect((await call(path, { query: { marketplaceIds: 'A2EUQ1WTGCTBG2' } })).status).toBe(404)
})
