import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { ListingPatch, Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { createAmazonClient } from './client.ts'
import { marketplaceId, connectAccount, putItems } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { createAmazonListings } from './listings.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount
let listings: Listings

const count = 2_500
const skuAt = (index: number) => `L-${String(index).padStart(4, '0')}`

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  const { settings } = testSettings(amazon)
  account = await connectAccount(settings)
  listings = createAmazonListings(settings, createAmazonClient(settings))
  await putItems(
    amazon.url,
    Array.from({ length: count }, (_, index) => ({
      sku: skuAt(index),
      title: `Lamp ${index}`,
      price: 20,
      fulfilledBy: 'merchant',
      quantity: 1,
    })),
  )
})
afterAll(() => amazon.stop())

const begin = (patches: ListingPatch[]) => listings.beginPatches(account, marketplaceId, patches)
const collect = (handle: string) => listings.collectPatches(account, handle)
const patchAt = (index: number, values: ListingPatch['values']) => ({ sku: skuAt(index), productType: null, values })
const feeds = () => Object.values(amazon.state.sellers[account.sellerId]?.feeds ?? {})

it('a feed changes 2,500 listings and reports the SKUs with issues', async () => {
  const patches = Array.from({ length: count }, (_, index) => patchAt(index, { price: '21.00', quantity: index }))
  patches[7] = patchAt(7, { title: '' })
  patches[8] = patchAt(8, { price: '12000.00' })
  patches[9] = { sku: 'NEVER', productType: null, values: { price: '5.00' } }
  const handle = await begin(patches)
  expect(await collect(handle)).toEqual({ state: 'working' })
  amazon.clock.advance(60_000)
  expect(await collect(handle)).toEqual({
    state: 'done',
    result: {
      [skuAt(7)]: { isAccepted: false, issues: [expect.objectContaining({ severity: 'error', code: '90220' })] },
      [skuAt(8)]: { isAccepted: true, issues: [expect.objectContaining({ severity: 'warning' })] },
      NEVER: { isAccepted: false, issues: [expect.objectContaining({ severity: 'error', code: '13013' })] },
    },
  })
  const [last] = await listings.readListings(account, marketplaceId, [skuAt(count - 1)])
  expect(last?.values).toMatchObject({ price: '21.00', quantity: count - 1, title: `Lamp ${count - 1}` })
})

it('patches too large for one feed are sent in several', async () => {
  const before = feeds().length
  const description = 'ä'.repeat(1_990)
  const patches = Array.from({ length: count }, (_, index) => patchAt(index, { description }))
  const handle = await begin(patches)
  expect(feeds().length - before).toBe(2)
  amazon.clock.advance(60_000)
  expect(await collect(handle)).toEqual({ state: 'done', result: {} })
  const [first, last] = await listings.readListings(account, marketplaceId, [skuAt(0), skuAt(count - 1)])
  expect([first?.values.description, last?.values.description]).toEqual([description, description])
})

it('no report is read before all feeds are done', async () => {
  const description = 'ö'.repeat(1_990)
  const handle = await begin(Array.from({ length: count }, (_, index) => patchAt(index, { description })))
  const last = feeds().at(-1)
  if (last) last.endsAt = new Date(amazon.clock.now().getTime() + 120_000).toISOString()
  amazon.clock.advance(60_000)
  amazon.stats.reset()
  expect(await collect(handle)).toEqual({ state: 'working' })
  expect(amazon.stats.read()).toMatchObject({ getFeed: { requests: 2 } })
  expect(amazon.stats.read()).not.toHaveProperty('getFeedDocument')
  amazon.clock.advance(60_000)
  expect(await collect(handle)).toEqual({ state: 'done', result: {} })
})

it('patches that change nothing are done at once', async () => {
  const before = feeds().length
  const handle = await begin([patchAt(1, { quantity: null })])
  expect(await collect(handle)).toEqual({ state: 'done', result: {} })
  expect(feeds()).toHaveLength(before)
})

it('a feed without processed messages fails with its reason', async () => {
  const cancelled = await begin([patchAt(1, { price: '22.00' })])
  const lost = await begin([patchAt(1, { price: '23.00' })])
  const [feed, spoiled] = feeds().slice(-2)
  if (feed) feed.outcome = 'CANCELLED'
  const document = amazon.state.documents.entries[spoiled?.inputDocumentId ?? '']
  if (document) document.content = '{"header": {}}'
  amazon.clock.advance(60_000)
  expect(await collect(cancelled)).toEqual({ state: 'failed', reason: expect.stringContaining('cancelled at Amazon') })
  expect(await collect(lost)).toEqual({ state: 'failed', reason: expect.stringMatching(/^The feed does not follow/) })
  const [listing] = await listings.readListings(account, marketplaceId, [skuAt(1)])
  expect(listing?.values.price).toBe('21.00')
})

it.each([
  ['is no report', '<html>', 'Unavailable'],
  [
    'says that nothing was worked on',
    JSON.stringify({
      issues: [{ severity: 'ERROR', message: 'No access.' }],
      summary: { messagesProcessed: 0, messagesAccepted: 0, messagesInvalid: 0 },
    }),
    { state: 'failed', reason: 'No access.' },
  ],
])('the report of a feed is read: one that %s', async (_, content, expected) => {
  const handle = await begin([patchAt(1, { price: '24.00' })])
  amazon.clock.advance(60_000)
  await collect(handle)
  const feed = feeds().at(-1)
  const report = amazon.state.documents.entries[feed?.resultDocumentId ?? '']
  if (report) report.content = content
  const outcome = await collect(handle).catch((error: unknown) => error)
  if (typeof expected === 'string') expect(outcome).toMatchObject({ name: expected })
  else expect(outcome).toEqual(expected)
})

it('a feed that failed without a reason is reported as failed', async () => {
  const handle = await begin([patchAt(1, { price: '25.00' })])
  amazon.clock.advance(60_000)
  await collect(handle)
  const feed = feeds().at(-1)
  const report = amazon.state.documents.entries[feed?.resultDocumentId ?? '']
  if (feed) feed.outcome = 'FATAL'
  if (report) report.content = 'not JSON'
  const failed = { state: 'failed', reason: 'Amazon stopped processing the changes without giving a reason.' }
  expect(await collect(handle)).toEqual(failed)
})

it('a feed waits when Amazon’s quota is used up', async () => {
  amazon.state.processing.feedsInFiveMinutes = 0
  await expect(begin([patchAt(1, { price: '26.00' })])).rejects.toMatchObject({
    name: 'Unavailable',
    retryAfterSeconds: expect.any(Number),
    mayHaveHappened: false,
  })
  amazon.state.processing.feedsInFiveMinutes = null
})
