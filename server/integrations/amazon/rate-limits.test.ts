import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { StaleCursor, type Marketplace, type MarketplaceAccount, type StockPage } from '#server/ports/marketplace.ts'
import { connectAccount, putItems } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { createAmazonMarketplace } from './marketplace.ts'

const pageSize = 50
const large = { id: 'ATVPDKIKX0DER', pages: 300 }
const small = { id: 'A2EUQ1WTGCTBG2', pages: 60 }
let amazon: RunningAmazon
let port: Marketplace
let account: MarketplaceAccount

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  for (const { id, pages } of [large, small]) {
    const items = Array.from({ length: pages * pageSize }, (_, index) => ({ sku: `SKU-${index}`, title: 'A thing' }))
    await putItems(amazon.url, items, id)
  }
})
afterAll(() => amazon.stop())

beforeEach(async () => {
  const { settings } = testSettings(amazon, { latency: jitter() })
  account = await connectAccount(settings)
  port = createAmazonMarketplace(settings)
  amazon.stats.reset()
})

/** Network delays of 30 to 190 milliseconds each way, the same in every run. */
function jitter(): () => number {
  let seed = 7
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return 30 + (seed % 160)
  }
}

function usage() {
  const used = amazon.stats.read()['getInventorySummaries']
  if (!used) throw new Error('No stock was read')
  const seconds = (Date.parse(used.lastAt) - Date.parse(used.firstAt)) / 1000
  return { ...used, shareOfRate: (used.requests - 1) / seconds / 2 }
}

/** Reads all SKUs of all pages; `onPage` gets the number of pages so far. */
async function readSkus(marketplaceId: string, onPage?: (count: number) => void): Promise<Set<string>> {
  const skus = new Set<string>()
  let cursor: StockPage['next'] = null
  let count = 0
  do {
    const page: StockPage = await port.readStock(account, { marketplaceId, ...(cursor && { cursor }) })
    for (const { sku } of page.rows) skus.add(sku)
    onPage?.((count += 1))
    cursor = page.next
  } while (cursor)
  return skus
}

it('a read of 300 pages uses nearly all of Amazon’s rate and never exceeds it', async () => {
  const skus = await readSkus(large.id)
  expect(skus.size).toBe(large.pages * pageSize)
  expect(usage()).toMatchObject({ requests: large.pages, violations: 0 })
  expect(usage().shareOfRate).toBeGreaterThan(0.96)
})

it('a read loses no row when Amazon throttles everything for a minute', async () => {
  const began = amazon.clock.time()
  const disturbed = readSkus(small.id, (count) => {
    if (count === 30) amazon.faults.add({ kind: 'throttle', operation: 'getInventorySummaries', seconds: 60 })
  })
  await expect(disturbed).rejects.toThrow(StaleCursor)
  expect(amazon.clock.time() - began).toBeLessThan(60_000)

  const skus = await readSkus(small.id)
  expect(skus.size).toBe(small.pages * pageSize)
  expect(amazon.clock.time() - began).toBeGreaterThan(60_000)
  expect(usage().violations).toBe(0)
})
