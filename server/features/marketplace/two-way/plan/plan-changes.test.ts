import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import type { FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import {
  buildSyncedSku,
  createTwoWayFixture,
  type TwoWayCompany,
  type TwoWayFixture,
} from '#server/testing/two-way-fixture.ts'

let test: TwoWayFixture
let company: TwoWayCompany
let amazon: FakeListings

beforeAll(async () => {
  test = await createTwoWayFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  amazon = test.freshListings()
})

const sync = (mode?: 'full' | 'delta' | 'dry_run') => company.sync(company.accountId, mode)
const inStep = (product?: Parameters<typeof buildSyncedSku>[2], quantity?: number) =>
  buildSyncedSku(test, company, product, quantity)

describe('a change here', () => {
  it('is planned for Amazon', async () => {
    const { id } = await inStep()
    await company.editSku(id, { price: '18.00' })
    expect(await company.summary(await sync('dry_run'))).toEqual([
      { field: 'price', direction: 'to_amazon', values: ['18.00', '20.00'], outcome: 'planned', isConflict: false },
    ])
  })

  it('of a product with several SKUs is planned for each of them', async () => {
    const { product } = await inStep({ brand: 'Pine' })
    await buildSku(test.deps.db, company.id, { sku: 'B', productId: product.id, price: '20.00', title: 'Title of B' })
    amazon.put(unitedStates, 'B', { values: { brand: 'Pine' } })
    test.clock.advance(60)
    await sync()
    await company.ctx.transaction((tx) =>
      tx.update(products).set({ brand: 'Spruce' }).where(eq(products.id, product.id)),
    )
    // The database's clock wrote it, which is behind the clock of the test by now.
    await company.ctx.transaction((tx) =>
      tx
        .update(products)
        .set({ editedAt: sql`jsonb_build_object('brand', ${test.clock.now().toISOString()}::text)` })
        .where(eq(products.id, product.id)),
    )
    expect((await company.summary(await sync('dry_run'))).map(({ field, values }) => [field, ...values])).toEqual([
      ['brand', 'Spruce', 'Pine'],
      ['brand', 'Spruce', 'Pine'],
    ])
  })

  it('of an inactive SKU is ignored', async () => {
    const { id } = await inStep()
    await company.editSku(id, { price: '18.00', isActive: false })
    expect(await company.summary(await sync('dry_run'))).toEqual([])
  })
})

describe('a SKU that was never listed at Amazon', () => {
  const text = 'Lamp\n20.00\nPine'
  const unlisted = async () => {
    const product = await buildProduct(test.deps.db, company.id, { title: 'Lamp', brand: 'Pine' })
    return buildSku(test.deps.db, company.id, { sku: 'A', productId: product.id, price: '20.00' })
  }

  it('is planned to be listed, with its whole listing as text', async () => {
    await unlisted()
    expect(await company.summary(await sync('dry_run'))).toEqual([
      { field: 'listing', direction: 'to_amazon', values: [text, null], outcome: 'planned', isConflict: false },
    ])
  })

  it('is listed by the first account only, and not without a price', async () => {
    const { id } = await unlisted()
    const second = await buildAccount(test.deps, company.id, { name: 'Second' })
    expect(await company.summary(await company.sync(second, 'dry_run'))).toEqual([])
    await company.editSku(id, { price: null })
    expect(await company.summary(await sync('dry_run'))).toEqual([])
  })
})

it('a SKU that two accounts list is synced with the first', async () => {
  const second = await buildAccount(test.deps, company.id, { name: 'Second' })
  await inStep()
  await company.sync(second)
  test.laterAtAmazon('A', { price: '22.50' })
  expect(await company.summary(await company.sync(second, 'dry_run'))).toEqual([])
  expect(await company.summary(await sync('dry_run'))).toHaveLength(1)
})

it('a preview changes neither side nor the merge state', async () => {
  const { id } = await inStep()
  await company.editSku(id, { title: 'Ours' })
  test.laterAtAmazon('A', { price: '22.50' })
  const [before, known] = [await company.sku('A'), await company.listing(id, unitedStates)]
  const runId = await sync('dry_run')
  expect(await company.summary(runId)).toHaveLength(2)
  expect(await company.sku('A')).toEqual(before)
  const { agreed, sent } = (await company.listing(id, unitedStates)) ?? {}
  expect({ agreed, sent }).toEqual({ agreed: known?.agreed, sent: known?.sent })
  expect(amazon.asked.map(({ call }) => call)).not.toContain('patch')
})
