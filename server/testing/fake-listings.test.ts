import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { connectAccount, putItems } from '#server/integrations/amazon/fixtures/seller-account.ts'
import { application, testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonListings } from '#server/integrations/amazon/listings.ts'
import type { Listings, ListingValues } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { FakeListings } from './fake-listings.ts'
import { unitedStates } from './fake-marketplace.ts'

type World = {
  listings: Listings
  account: MarketplaceAccount
  put(sku: string, fulfilledBy: 'amazon' | 'merchant'): Promise<unknown>
  pass(seconds: number): void
  now(): Date
}

const title = 'Desk lamp'
const asin = 'B0LAMP0001'

let amazon: RunningAmazon
beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
})
afterAll(() => amazon.stop())

async function realWorld(): Promise<World> {
  const { settings } = testSettings(amazon)
  return {
    account: await connectAccount(settings),
    listings: createAmazonListings(settings, createAmazonClient(settings)),
    put: (sku, fulfilledBy) => putItems(amazon.url, [{ sku, asin, title, price: 20, quantity: 5, fulfilledBy }]),
    pass: (seconds) => amazon.clock.advance(seconds * 1000),
    now: () => amazon.clock.now(),
  }
}

async function fakeWorld(): Promise<World> {
  let now = new Date('2026-03-02T10:00:00Z')
  const listings = new FakeListings({ now: () => now })
  listings.settleSeconds = 2
  listings.workSeconds = 5
  const nothing = {
    barcode: null,
    brand: null,
    category: null,
    images: [],
    bulletPoints: [],
    dimensions: null,
    weight: null,
  }
  listings.catalog.set(asin, { asin, title, ...nothing })
  return {
    account: { id: '1', sellerId: 'A1', region: 'us', marketplaceIds: [unitedStates], refreshToken: 'r' },
    listings,
    put: async (sku, fulfilledBy) =>
      listings.put(unitedStates, sku, { fulfilledBy, values: fulfilledBy === 'amazon' ? { quantity: null } : {} }),
    pass: (seconds) => void (now = new Date(now.getTime() + seconds * 1000)),
    now: () => now,
  }
}

/** So that a test on the listings in memory is a test on Amazon's. */
describe.each([
  ['Amazon’s', realWorld],
  ['in memory', fakeWorld],
])('the listings %s', (_, open) => {
  let world: World
  beforeAll(async () => {
    world = await open()
    await world.put('SOLD-BY-US', 'merchant')
    await world.put('HELD-BY-AMAZON', 'amazon')
  })

  const valuesOf = async (sku: string) =>
    (await world.listings.readListings(world.account, unitedStates, [sku]))[0]?.values
  const patch = (sku: string, values: Partial<ListingValues>) =>
    world.listings.patch(world.account, unitedStates, { sku, productType: null, values })

  it('show a change once it is processed, and report it as changed', async () => {
    const since = world.now()
    world.pass(1)
    expect(await patch('SOLD-BY-US', { price: '21.00', quantity: 3 })).toEqual({ isAccepted: true, issues: [] })
    expect(await valuesOf('SOLD-BY-US')).toMatchObject({ price: '20.00', quantity: 5 })
    world.pass(60)
    expect(await valuesOf('SOLD-BY-US')).toMatchObject({ price: '21.00', quantity: 3 })
    const after = { marketplaceId: unitedStates, since: new Date(since.getTime() + 1000) }
    const { listings, total, next } = await world.listings.readChanged(world.account, after)
    expect([listings.map(({ sku }) => sku), total, next]).toEqual([['SOLD-BY-US'], 1, null])
  })

  it('have no quantity for stock that Amazon holds, even after one was sent', async () => {
    await patch('HELD-BY-AMAZON', { quantity: 9 })
    world.pass(60)
    const [listing] = await world.listings.readListings(world.account, unitedStates, ['HELD-BY-AMAZON', 'NEVER'])
    expect(listing).toMatchObject({ fulfilledBy: 'amazon', values: { quantity: null } })
  })

  it('refuse to remove a price, and unknown SKUs', async () => {
    expect(await patch('SOLD-BY-US', { price: null })).toMatchObject({ isAccepted: false })
    expect(await patch('SOLD-BY-US', { title: null })).toMatchObject({ isAccepted: false })
    expect(await patch('NEVER', { price: '1.00' })).toMatchObject({ isAccepted: false, issues: [{ code: '13013' }] })
  })

  it('process a feed asynchronously and report rejected changes', async () => {
    const patches = ['SOLD-BY-US', 'NEVER'].map((sku) => ({ sku, productType: null, values: { price: '23.00' } }))
    const handle = await world.listings.beginPatches(world.account, unitedStates, patches)
    expect(await world.listings.collectPatches(world.account, handle)).toEqual({ state: 'working' })
    world.pass(60)
    const collected = await world.listings.collectPatches(world.account, handle)
    expect(collected).toMatchObject({ state: 'done', result: { NEVER: { isAccepted: false } } })
    expect(collected.state === 'done' && Object.keys(collected.result)).toEqual(['NEVER'])
    expect(await valuesOf('SOLD-BY-US')).toMatchObject({ price: '23.00' })
  })

  it('list their SKUs asynchronously', async () => {
    const handle = await world.listings.beginSkuList(world.account, unitedStates)
    expect(await world.listings.collectSkuList(world.account, handle)).toEqual({ state: 'working' })
    world.pass(60)
    const list = await world.listings.collectSkuList(world.account, handle)
    expect(list).toMatchObject({ result: expect.arrayContaining(['SOLD-BY-US', 'HELD-BY-AMAZON']) })
  })

  it('create an offer on a catalog item with the item’s title', async () => {
    const mine = {
      title: 'My lamp',
      brand: 'Mine',
      description: null,
      bulletPoints: [],
      price: '8.00',
      currency: 'USD',
    }
    const made = { sku: 'NEW', asin, productType: 'PRODUCT', values: { ...mine, quantity: 1 } }
    const create = (isPreview: boolean) => world.listings.create(world.account, unitedStates, made, { isPreview })
    expect(await create(true)).toEqual({ isAccepted: true, issues: [] })
    world.pass(60)
    expect(await valuesOf('NEW')).toBeUndefined()
    await create(false)
    world.pass(60)
    expect(await valuesOf('NEW')).toMatchObject({ title, brand: null, price: '8.00', quantity: 1 })
  })
})
