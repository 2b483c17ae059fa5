import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FeeEstimate } from '#contract/order-batches.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildFulfillment } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser
let mug: { sku: string; skuId: string }

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
  const { id, sku } = await buildSku(server.deps.db, companyId)
  mug = { sku, skuId: id }
})
afterAll(() => server.close())

type Changes = Parameters<typeof buildOrder>[2]

const order = (changes: Changes = {}) => buildOrder(server.deps, companyId, { items: [mug], ...changes })

type Quote = Parameters<typeof buildFulfillment>[3]

/** An order of one mug that was sent for this fee. */
async function quoted(shippingCost: string, quote: Quote = {}, changes: Changes = {}) {
  const sent = await order({ status: 'shipped', ...changes })
  await buildFulfillment(server.deps.db, companyId, sent, { shippingCost, status: 'shipped', ...quote })
}

async function estimate(input: object): Promise<FeeEstimate> {
  const reply = await ops.post('/api/order-batches/fees', input)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<FeeEstimate>()
}

const daysAgo = (days: number) => new Date(server.deps.clock.now().getTime() - days * 86_400_000)

it('fees are those of the newest quotes for the same units, speed and country, and orders without one are counted, those that can’t be sent are not', async () => {
  await quoted('5.50', { createdAt: daysAgo(3) })
  await quoted('6.20', { createdAt: daysAgo(2) })
  await quoted('9.90', { createdAt: daysAgo(1), shippingSpeed: 'priority' })
  const [one, other] = [await order(), await order()]
  const two = await order({ items: [{ ...mug, quantity: 2 }] })
  const unmapped = await order({ items: [mug, { skuId: null, sku: 'NOBODYS' }] })
  const shipped = await order({ status: 'shipped' })
  const held = await order({ heldAt: new Date(), holdReason: 'Fraud check' })
  const orderIds = [one, other, two, unmapped, shipped, held].map(({ id }) => id)
  expect(await estimate({ orderIds })).toEqual({
    sums: [{ amount: '12.40', currency: 'USD' }],
    orders: 4,
    estimated: 2,
  })
  expect(await estimate({ orderIds, shippingSpeed: 'priority' })).toMatchObject({ sums: [{ amount: '19.80' }] })
  expect(await estimate({ orderIds, shippingSpeed: 'expedited' })).toEqual({ sums: [], orders: 4, estimated: 0 })
})

it('old quotes, the seller’s own parcels and other companies’ quotes count for nothing', async () => {
  await quoted('5.50', { createdAt: daysAgo(91) })
  await quoted('0.00', { createdAt: daysAgo(1), provider: 'seller' })
  const { id } = await order()
  expect((await estimate({ orderIds: [id] })).estimated).toBe(0)
  const foreign = await buildOrder(server.deps, (await buildCompany(server.deps.db)).id)
  expect((await ops.post('/api/order-batches/fees', { orderIds: [foreign.id] })).statusCode).toBe(404)
})

it('all that match a filter are estimated, each currency by itself', async () => {
  await quoted('5.50', { createdAt: daysAgo(2), marketplaceId: 'ATVPDKIKX0DER' })
  const tee = await buildSku(server.deps.db, companyId)
  const items = [{ sku: tee.sku, skuId: tee.id }]
  await quoted('4.00', { createdAt: daysAgo(1), marketplaceId: 'A1F83G8C2ARO7P' }, { items })
  await order()
  await order({ items })
  const matching = { filter: { status: 'placed' }, listedAt: new Date(Date.now() + 60_000).toISOString() }
  const { sums, orders, estimated } = await estimate({ matching })
  expect({ orders, estimated }).toEqual({ orders: 2, estimated: 2 })
  expect(new Map(sums.map(({ currency, amount }) => [currency, amount]))).toEqual(
    new Map([
      ['USD', '5.50'],
      ['GBP', '4.00'],
    ]),
  )
})
