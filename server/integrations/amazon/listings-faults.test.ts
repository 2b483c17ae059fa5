import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { faultKinds, type FaultKind } from '#emulators/amazon/faults/faults.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { createAmazonClient } from './client.ts'
import { marketplaceId, connectAccount, putItems } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { createAmazonListings } from './listings.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount
let handles: { list: string; feed: string }

const sku = 'LAMP-1'
const values = { title: 'Desk lamp', brand: 'H', description: 'D', bulletPoints: ['B'], price: '20.00', quantity: 3 }
const patch = { sku, productType: null, values: { price: '21.00' } }
const cup = { sku: 'CUP-1', asin: null, productType: 'PRODUCT', values: { ...values, currency: 'USD' } }
const accepted = { isAccepted: true, issues: [] }

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  const { settings } = testSettings(amazon)
  account = await connectAccount(settings)
  await putItems(amazon.url, [{ sku, asin: 'B0LAMP0001', title: 'Desk lamp', price: 20, fulfilledBy: 'merchant' }])
  const listings = listingsUnder('throttle')
  handles = {
    list: await listings.beginSkuList(account, marketplaceId),
    feed: await listings.beginPatches(account, marketplaceId, [patch]),
  }
  amazon.clock.advance(60_000)
})
afterAll(() => amazon.stop())
afterEach(() => amazon.faults.clear())

/** Only these faults withhold an answer; waiting for them takes time. */
const mayHang = (kind: FaultKind) => ['hang', 'late', 'out-of-order'].includes(kind)
const briefly: (keyof Listings)[] = ['beginPatches', 'collectSkuList', 'patch']

function listingsUnder(kind: FaultKind): Listings {
  const { settings } = testSettings(amazon, { mayHang: mayHang(kind) })
  return createAmazonListings(settings, createAmazonClient(settings))
}

type Call = { ask(listings: Listings): Promise<unknown>; answer: unknown }

const calls: Record<keyof Listings, Call> = {
  beginSkuList: {
    ask: (listings) => listings.beginSkuList(account, marketplaceId),
    answer: expect.stringMatching(`^${marketplaceId}:`),
  },
  collectSkuList: {
    ask: (listings) => listings.collectSkuList(account, handles.list),
    answer: { state: 'done', result: expect.arrayContaining([sku]) },
  },
  readListings: {
    ask: (listings) => listings.readListings(account, marketplaceId, [sku]),
    answer: [expect.objectContaining({ sku })],
  },
  readChanged: {
    ask: (listings) => listings.readChanged(account, { marketplaceId, since: new Date(0) }),
    answer: expect.objectContaining({ total: expect.any(Number) }),
  },
  readCatalog: {
    ask: (listings) => listings.readCatalog(account, marketplaceId, ['B0LAMP0001']),
    answer: [expect.objectContaining({ asin: 'B0LAMP0001' })],
  },
  patch: { ask: (listings) => listings.patch(account, marketplaceId, patch), answer: accepted },
  beginPatches: {
    ask: (listings) => listings.beginPatches(account, marketplaceId, [patch]),
    answer: expect.stringMatching(`^${marketplaceId}:`),
  },
  collectPatches: {
    ask: (listings) => listings.collectPatches(account, handles.feed),
    answer: { state: 'done', result: {} },
  },
  suggestProductType: {
    ask: (listings) => listings.suggestProductType(account, marketplaceId, 'Tin cup'),
    answer: 'DRINKING_CUP',
  },
  create: {
    ask: (listings) => listings.create(account, marketplaceId, cup, { isPreview: false }),
    answer: accepted,
  },
}

/** A repetition would create a second one, so the caller has to decide. */
const made = { beginSkuList: 'createReport', beginPatches: 'createFeed' }
const countMade = () => {
  const { reports = {}, feeds = {} } = amazon.state.sellers[account.sellerId] ?? {}
  return Object.keys(reports).length + Object.keys(feeds).length
}

it.each(faultKinds)('every listings call copes with one %s', async (kind) => {
  const listings = listingsUnder(kind)
  for (const name of mayHang(kind) ? briefly : (Object.keys(calls) as (keyof Listings)[])) {
    const { ask, answer } = calls[name]
    const operation = made[name as keyof typeof made] as string | undefined
    const before = countMade()
    amazon.faults.clear()
    amazon.faults.add({ kind, next: 1, ...(operation && { operation }) })
    const outcome = await ask(listings).catch((error: unknown) => error)
    if (operation && outcome instanceof Error) expect(outcome).toMatchObject({ name: 'Unavailable' })
    else if (kind === 'wrong-shape') expect(outcome).toMatchObject({ name: 'Rejected', code: 'unknown_shape' })
    else expect(outcome, name).toEqual(answer)
    expect(countMade() - before).toBeLessThanOrEqual(1)
  }
})

it('a revoked account is reported as unauthorized', async () => {
  amazon.faults.add({ kind: 'expire-token', every: 1 })
  const listings = listingsUnder('expire-token')
  for (const { ask } of Object.values(calls)) {
    await expect(ask(listings)).rejects.toMatchObject({ name: 'Unauthorized' })
  }
})

it('a change is applied once, however often its answer is lost', async () => {
  const listings = listingsUnder('drop-after-acting')
  amazon.clock.advance(60_000)
  amazon.faults.add({ kind: 'drop-after-acting', next: 3, operation: 'patchListingsItem' })
  const price = '33.00'
  expect(await listings.patch(account, marketplaceId, { ...patch, values: { price } })).toEqual(accepted)
  amazon.clock.advance(60_000)
  const [listing] = await listings.readListings(account, marketplaceId, [sku])
  expect(listing?.values.price).toBe(price)
})
