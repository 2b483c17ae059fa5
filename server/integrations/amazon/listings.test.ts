import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Listings, NewListing } from '#server/ports/listings.ts'
import { StaleCursor, type MarketplaceAccount } from '#server/ports/marketplace.ts'
import { createAmazonClient } from './client.ts'
import { marketplaceId, connectAccount, putItems } from './fixtures/seller-account.ts'
import { application, testSettings, type TestSettings } from './fixtures/test-settings.ts'
import { createAmazonListings } from './listings.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount
let listings: Listings
let requests: TestSettings['requests']

const lamp = {
  sku: 'LAMP-1',
  asin: 'B0LAMP0001',
  title: 'Desk lamp',
  brand: 'Halden',
  description: 'It shines.',
  bullets: ['Bright', 'Small'],
  price: 24.5,
  images: ['https://images.example/lamp.jpg'],
  weight: { value: 1.5, unit: 'pounds' },
  fulfilledBy: 'merchant',
  quantity: 3,
}

beforeEach(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  const test = testSettings(amazon)
  requests = test.requests
  account = await connectAccount(test.settings)
  listings = createAmazonListings(test.settings, createAmazonClient(test.settings))
  await putItems(amazon.url, [lamp])
})
afterEach(() => amazon.stop())

const pass = (seconds: number) => amazon.clock.advance(seconds * 1000)
const read = (...skus: string[]) => listings.readListings(account, marketplaceId, skus)
const patch = (sku: string, values: Parameters<Listings['patch']>[2]['values']) =>
  listings.patch(account, marketplaceId, { sku, productType: null, values })

it('listings are read by SKU, without those that do not exist', async () => {
  await putItems(amazon.url, [{ sku: 'LAMP-2', title: 'Floor lamp', fulfillable: 9 }])
  const [first, second, ...others] = (await read('LAMP-1', 'NEVER', 'LAMP-2')).toSorted((one, other) =>
    one.sku.localeCompare(other.sku),
  )
  expect(first).toEqual({
    sku: 'LAMP-1',
    asin: 'B0LAMP0001',
    productType: 'PRODUCT',
    statuses: ['BUYABLE', 'DISCOVERABLE'],
    fulfilledBy: 'merchant',
    issues: [],
    changedAt: amazon.clock.now(),
    values: {
      title: 'Desk lamp',
      brand: 'Halden',
      description: 'It shines.',
      bulletPoints: ['Bright', 'Small'],
      price: '24.50',
      currency: 'USD',
      quantity: 3,
    },
  })
  expect(second).toMatchObject({
    sku: 'LAMP-2',
    fulfilledBy: 'amazon',
    values: { title: 'Floor lamp', quantity: null },
  })
  expect(others).toEqual([])
  expect(await read()).toEqual([])
})

it.each(['A, B/C', 'a+b%2F&c=d', 'Ärmel “L” 長袖', '50%', '?x#y;z', 'toString'])(
  'a SKU spelled %s can be read, patched and sent in a feed',
  async (sku) => {
    await putItems(amazon.url, [{ ...lamp, sku, asin: 'B0ODD00001' }])
    expect(await read(sku, 'LAMP-1')).toHaveLength(2)
    expect(await patch(sku, { price: '10.00' })).toEqual({ isAccepted: true, issues: [] })
    const values = { title: 'By feed' }
    const handle = await listings.beginPatches(account, marketplaceId, [{ sku, productType: 'PRODUCT', values }])
    pass(60)
    expect(await listings.collectPatches(account, handle)).toEqual({ state: 'done', result: {} })
    const [listing] = await read(sku)
    expect(listing).toMatchObject({ sku, values: { price: '10.00', title: 'By feed', quantity: 3 } })
    const list = await listings.beginSkuList(account, marketplaceId)
    pass(60)
    expect(await listings.collectSkuList(account, list)).toMatchObject({ result: expect.arrayContaining([sku]) })
  },
)

it('a patch changes only the given fields, which show after Amazon has processed it', async () => {
  const sale = { schedule: [{ value_with_tax: 19, start_at: '2026-01-01', end_at: '2027-01-01' }] }
  const [offer] = amazon.state.sellers[account.sellerId]?.listings[marketplaceId]?.['LAMP-1']?.attributes[
    'purchasable_offer'
  ] ?? [{}]
  if (offer) offer['discounted_price'] = [sale]

  const edits = { title: 'Reading lamp', price: '22.00', quantity: 0, bulletPoints: ['Bright'] }
  expect(await patch('LAMP-1', edits)).toEqual({ isAccepted: true, issues: [] })
  expect((await read('LAMP-1'))[0]?.values.title).toBe('Desk lamp')
  pass(60)
  const [listing] = await read('LAMP-1')
  expect(listing?.values).toEqual({ ...edits, brand: 'Halden', description: 'It shines.', currency: 'USD' })
  const { attributes } = amazon.state.sellers[account.sellerId]?.listings[marketplaceId]?.['LAMP-1'] ?? {}
  expect(attributes?.['purchasable_offer']).toMatchObject([{ discounted_price: [sale] }])
})

it('a patch returns Amazon’s issues', async () => {
  expect(await patch('LAMP-1', { title: 'x'.repeat(201) })).toEqual({
    isAccepted: false,
    issues: [expect.objectContaining({ severity: 'error', attributes: ['item_name'] })],
  })
  expect(await patch('LAMP-1', { brand: null })).toMatchObject({ isAccepted: false })
  expect(await patch('NEVER', { price: '5.00' })).toMatchObject({ isAccepted: false })
  expect(await patch('LAMP-1', { price: '12000.00' })).toMatchObject({
    isAccepted: true,
    issues: [{ severity: 'warning' }],
  })
  expect(await patch('LAMP-1', { price: null })).toMatchObject({ isAccepted: false, issues: [{ code: '99022' }] })
  expect(await patch('LAMP-1', { quantity: null })).toEqual({ isAccepted: true, issues: [] })
})

it('changed listings are read page by page, up to Amazon’s limit', async () => {
  const many = Array.from({ length: 1_010 }, (_, index) => ({ ...lamp, sku: `L-${index}` }))
  pass(60)
  const since = amazon.clock.now()
  await putItems(amazon.url, many)
  const seen: string[] = []
  let page: string | undefined
  do {
    const found = await listings.readChanged(account, { marketplaceId, since, ...(page && { page }) })
    expect(found.total).toBe(1_010)
    seen.push(...found.listings.map(({ sku }) => sku))
    page = found.next ?? undefined
  } while (page)
  expect(new Set(seen).size).toBe(1_000)
  expect(seen).not.toContain('LAMP-1')
  expect(Object.values(amazon.stats.read()).every(({ violations }) => violations === 0)).toBe(true)
  const stale = listings.readChanged(account, { marketplaceId, since, page: 'from-another-day' })
  await expect(stale).rejects.toBeInstanceOf(StaleCursor)
})

it('no listing is missed when listings change during a read', async () => {
  const since = amazon.clock.now()
  await putItems(
    amazon.url,
    Array.from({ length: 30 }, (_, index) => ({ ...lamp, sku: `L-${String(index).padStart(2, '0')}` })),
  )
  const first = await listings.readChanged(account, { marketplaceId, since })
  for (const sku of ['L-29', 'L-00']) await patch(sku, { price: '1.00' })
  pass(60)
  const second = await listings.readChanged(account, { marketplaceId, since, page: first.next ?? '' })
  const skus = [...first.listings, ...second.listings].map(({ sku }) => sku)
  expect(new Set(skus).size).toBe(31)
})

it('catalogue facts of an item are read by ASIN', async () => {
  const [facts, ...others] = await listings.readCatalog(account, marketplaceId, ['B0LAMP0001', 'B0NEVER001'])
  expect(facts).toEqual({
    asin: 'B0LAMP0001',
    barcode: null,
    title: 'Desk lamp',
    brand: 'Halden',
    category: 'Everything Else',
    images: ['https://images.example/lamp.jpg'],
    bulletPoints: ['Bright', 'Small'],
    dimensions: null,
    weight: { value: '1.5', unit: 'pounds' },
  })
  expect(others).toEqual([])
  expect(await listings.readCatalog(account, marketplaceId, [])).toEqual([])
})

it('the SKU list contains all SKUs once Amazon’s report is ready, and is empty where there are none', async () => {
  const handle = await listings.beginSkuList(account, marketplaceId)
  expect(await listings.collectSkuList(account, handle)).toEqual({ state: 'working' })
  pass(60)
  const list = await listings.collectSkuList(account, handle)
  expect(list).toMatchObject({ state: 'done', result: expect.arrayContaining(['LAMP-1']) })
  const created = requests.find(({ url }) => url.endsWith('/reports'))
  expect(created?.init.body).toContain('"preferredReportDocumentLocale":"en_US"')

  const seller = amazon.state.sellers[account.sellerId]
  if (seller) seller.listings = {}
  const empty = await listings.beginSkuList(account, marketplaceId)
  pass(60)
  expect(await listings.collectSkuList(account, empty)).toEqual({ state: 'done', result: [] })
  await expect(listings.collectSkuList(account, 'nothing')).rejects.toMatchObject({ name: 'Rejected' })
})

const made = (listing: Partial<NewListing> = {}): NewListing => ({
  sku: 'CUP-1',
  asin: null,
  productType: 'PRODUCT',
  values: {
    title: 'Tin cup',
    brand: 'Halden',
    description: 'A cup.',
    bulletPoints: ['Tin'],
    price: '8.00',
    currency: 'USD',
    quantity: 12,
  },
  ...listing,
})
const create = (listing: NewListing, isPreview = false) =>
  listings.create(account, marketplaceId, listing, { isPreview })

it('a new listing is validated by a preview and then created', async () => {
  expect(await listings.suggestProductType(account, marketplaceId, 'Tin cup')).toBe('DRINKING_CUP')
  expect(await listings.suggestProductType(account, marketplaceId, 'Whatnot')).toBeNull()
  const missing = await create(made({ productType: 'DRINKING_CUP' }), true)
  expect(missing.isAccepted).toBe(false)
  expect(missing.issues.map(({ attributes }) => attributes[0])).toEqual(['capacity', 'material'])

  expect(await create(made(), true)).toEqual({ isAccepted: true, issues: [] })
  pass(60)
  expect(await read('CUP-1')).toEqual([])
  expect(await create(made())).toEqual({ isAccepted: true, issues: [] })
  pass(60)
  expect((await read('CUP-1'))[0]).toMatchObject({ fulfilledBy: 'merchant', values: made().values })
})

it('an offer is created on an item of the catalogue', async () => {
  expect(await create(made({ asin: 'B0LAMP0001' }))).toEqual({ isAccepted: true, issues: [] })
  expect(await create(made({ sku: 'CUP-2', asin: 'B0NEVER001' }))).toMatchObject({ isAccepted: false })
  pass(60)
  expect((await read('CUP-1'))[0]).toMatchObject({
    asin: 'B0LAMP0001',
    values: { title: 'Desk lamp', price: '8.00', quantity: 12 },
  })
})
