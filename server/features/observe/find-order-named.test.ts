import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { findOrderNamed } from './queries.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => (test = await createTestDeps()))
afterAll(() => test.close())

async function seller() {
  const { id: companyId } = await buildCompany(test.deps.db)
  const sku = await buildSku(test.deps.db, companyId, { sku: 'MUG' })
  const line = { items: [{ skuId: sku.id, sku: 'shop-code' }] }
  return {
    companyId,
    place: async (change: Parameters<typeof buildOrder>[2]) =>
      (await buildOrder(test.deps, companyId, { ...line, ...change })).id,
    find: (names: string[], skus = ['MUG']) =>
      test.deps.db.inCompany(companyId, (tx) => findOrderNamed(tx, companyId, names, skus)),
  }
}

it('an order is found by each of its names, at a channel or entered by hand', async () => {
  const { place, find } = await seller()
  const one = await place({ orderNumber: 'LS-1', externalOrderId: '9001', externalNumber: '#W-77' })
  const entered = await place({ orderNumber: 'LS-2', externalOrderId: '9002', externalNumber: '78', channelId: null })
  for (const name of ['LS-1', '9001', 'W-77']) expect(await find([name])).toBe(one)
  for (const name of ['LS-2', '9002', '78']) expect(await find([name])).toBe(entered)
  expect(await find(['W-7'])).toBeNull()
})

it('an earlier name counts more, then the newest order does', async () => {
  const { place, find } = await seller()
  const older = await place({ externalOrderId: '5', placedAt: new Date('2026-03-01T08:00:00Z') })
  const newer = await place({ externalOrderId: 'x', externalNumber: '#5', placedAt: new Date('2026-03-02T08:00:00Z') })
  expect(await find(['5'])).toBe(newer)
  const named = await place({ externalOrderId: '6', placedAt: new Date('2026-02-01T08:00:00Z') })
  expect(await find(['6', '5'])).toBe(named)
  expect([older, newer]).not.toContain(await find(['6']))
})

it('an order without the SKUs, or of another company, is not meant', async () => {
  const { place, find } = await seller()
  await place({ externalOrderId: '7' })
  expect(await find(['7'], ['LAMP'])).toBeNull()
  const other = await seller()
  expect(await other.find(['7'])).toBeNull()
})
