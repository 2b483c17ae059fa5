import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import type { FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { createTwoWayFixture, type TwoWayCompany, type TwoWayFixture } from '#server/testing/two-way-fixture.ts'

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

const sync = (mode?: 'full' | 'dry_run') => company.sync(company.accountId, mode)
const build = (values: Parameters<typeof buildSku>[2]) => buildSku(test.deps.db, company.id, values)
const callsOf = (call: string) => amazon.asked.filter((request) => request.call === call)

const facts = {
  asin: 'B0LANTERN1',
  barcode: '4006381333931',
  title: 'Lantern',
  brand: 'Tidewater',
  category: 'Camping lights',
  images: ['https://images.example/1.jpg'],
  bulletPoints: ['Small'],
  dimensions: { length: 4, width: 3, height: 2, unit: 'inches' },
  weight: { value: '0.4', unit: 'pounds' },
} as const
const factsOf = () => ({ ...facts, images: [...facts.images], bulletPoints: [...facts.bulletPoints] })

it('reading details adds images from the catalog, and fills empty fields', async () => {
  await build({ sku: 'A', weight: '2.000' })
  amazon.put(unitedStates, 'A', { asin: 'B0LANTERN1' })
  amazon.catalog.set('B0LANTERN1', factsOf())
  await sync()
  expect(await company.sku('A')).toMatchObject({
    weight: '2.000',
    barcode: '4006381333931',
    dimensions: facts.dimensions,
    product: {
      amazonImages: facts.images,
      category: 'Camping lights',
      brand: 'Tidewater',
      bulletPoints: ['Small'],
    },
  })
})

it('the details of an item are read again after a week', async () => {
  amazon.put(unitedStates, 'A', { asin: 'B0LANTERN1' })
  await sync()
  test.clock.advance(6 * 24 * 3600)
  await sync()
  expect(callsOf('readCatalog')).toHaveLength(1)
  test.clock.advance(24 * 3600 + 1)
  await sync()
  expect(callsOf('readCatalog')).toHaveLength(2)
})

it('catalog values replace missing values of a listing, so that they are not sent back', async () => {
  const product = await buildProduct(test.deps.db, company.id, { brand: 'Tidewater', bulletPoints: ['Small'] })
  await build({ sku: 'A', productId: product.id, price: '20.00', title: 'Title of A' })
  amazon.put(unitedStates, 'A', { asin: 'B0LANTERN1', values: { quantity: null } })
  amazon.catalog.set('B0LANTERN1', factsOf())
  expect(await company.changes(await sync('dry_run'))).toEqual([])
})

it('reading details changes no SKU in a preview', async () => {
  await build({ sku: 'A' })
  amazon.put(unitedStates, 'A', { asin: 'B0LANTERN1' })
  amazon.catalog.set('B0LANTERN1', factsOf())
  const before = await company.sku('A')
  await sync('dry_run')
  expect(await company.sku('A')).toEqual(before)
  await sync()
  expect(callsOf('readCatalog')).toHaveLength(2)
  expect((await company.sku('A')).product.amazonImages).toEqual(facts.images)
})
