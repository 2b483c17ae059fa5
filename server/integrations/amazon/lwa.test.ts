import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { SharedCache } from '#server/ports/shared-state.ts'
import { createAmazonClient, type AmazonClient } from './client.ts'
import { giveConsent, connectAccount } from './fixtures/seller-account.ts'
import { application, testSettings, type TestSettings } from './fixtures/test-settings.ts'
import { operation } from './operation.ts'
import { getMarketplaceParticipations } from './operations/sellers.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount
let test: TestSettings
let client: AmazonClient

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
})
afterAll(() => amazon.stop())
beforeEach(async () => {
  account = await connectAccount(testSettings(amazon).settings)
  test = testSettings(amazon)
  client = createAmazonClient(test.settings)
})
afterEach(() => amazon.faults.clear())

const ask = (who = account) => client.call(who, getMarketplaceParticipations, {})
const countRefreshes = () => test.requests.filter(({ url }) => url.endsWith('/auth/o2/token')).length

it('concurrent calls share one token, which is renewed a minute before it expires', async () => {
  await Promise.all([ask(), ask(), ask()])
  expect(countRefreshes()).toBe(1)
  amazon.clock.advance(3_600_000 - 61_000)
  await ask()
  expect(countRefreshes()).toBe(1)
  amazon.clock.advance(2_000)
  await ask()
  expect(countRefreshes()).toBe(2)
})

it('the account’s stored token is used while it is valid', async () => {
  const given = await client.authorize(await giveConsent(amazon.url))
  test.requests.length = 0
  const { accessToken: value, expiresAt, refreshToken } = given
  await ask({ ...account, refreshToken, accessToken: { value, expiresAt } })
  expect(countRefreshes()).toBe(0)
})

it('an expired token is renewed once', async () => {
  await ask()
  amazon.faults.add({ kind: 'expire-token' })
  await ask()
  expect(countRefreshes()).toBe(2)
})

it('a new authorization replaces the cached token of an account', async () => {
  await ask()
  const again = await connectAccount(testSettings(amazon).settings)
  await ask(again)
  expect(countRefreshes()).toBe(2)
})

it('a caller that aborts does not cancel the refresh for the others', async () => {
  const leaving = new AbortController()
  const first = client.call(account, getMarketplaceParticipations, {}, { signal: leaving.signal })
  const left = first.catch((error: unknown) => error)
  const second = ask()
  leaving.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  await expect(second).resolves.toMatchObject({ payload: expect.any(Array) })
  expect(countRefreshes()).toBe(1)
})

it('a slow token endpoint does not hold a call beyond its deadline', async () => {
  client = createAmazonClient(testSettings(amazon, { mayHang: true }).settings)
  amazon.faults.add({ kind: 'hang', operation: 'lwa', every: 1 })
  const began = amazon.clock.time()
  const deadline = began + 5_000
  await expect(client.call(account, getMarketplaceParticipations, {}, { deadline })).rejects.toThrow(
    'Amazon didn’t respond in time.',
  )
  expect(amazon.clock.time() - began).toBe(5_000)
})

it('grantless operations use the application’s own token', async () => {
  const getDestinations = operation({
    name: 'getDestinations',
    method: 'GET',
    rate: 1,
    burst: 5,
    grantlessScope: 'sellingpartnerapi::notifications',
    request: () => ({ path: '/notifications/v1/destinations' }),
    wire: z.object({ payload: z.array(z.unknown()) }),
  })
  await client.call(account, getDestinations, {})
  await client.call(account, getDestinations, {})
  expect(countRefreshes()).toBe(1)
  expect(test.lines.filter(({ operation }) => operation === 'getDestinations')).toMatchObject([
    { accountId: null, status: 200 },
    { accountId: null, status: 200 },
  ])
})

/** A shared cache in memory, on the emulator's clock. */
function createSharedCache(): SharedCache & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  const ends = new Map<string, number>()
  const isThere = (key: string) => (ends.get(key) ?? 0) > amazon.clock.time()
  return {
    texts,
    get: async (key) => (isThere(key) ? (texts.get(key) ?? null) : null),
    async set(key, value, forMs) {
      texts.set(key, value)
      ends.set(key, amazon.clock.time() + forMs)
    },
    async claim(key, forMs) {
      if (isThere(`claim ${key}`)) return false
      ends.set(`claim ${key}`, amazon.clock.time() + forMs)
      return true
    },
  }
}

const askAt = (process: AmazonClient) => process.call(account, getMarketplaceParticipations, {})

it('processes that start together request one token, and again one when it expires or is refused', async () => {
  const cache = createSharedCache()
  const processes = Array.from({ length: 4 }, () => createAmazonClient({ ...test.settings, sharedCache: cache }))
  await Promise.all(processes.map(askAt))
  expect(countRefreshes()).toBe(1)
  amazon.clock.advance(3_600_000 - 59_000)
  await Promise.all(processes.map(askAt))
  expect(countRefreshes()).toBe(2)
  amazon.faults.add({ kind: 'expire-token' })
  for (const process of processes) await askAt(process)
  expect(countRefreshes()).toBe(3)
  expect([...cache.texts.keys()].join(' ')).not.toContain(account.refreshToken)
})

it('a process requests its own token when the one that claimed the refresh does not return', async () => {
  const cache = createSharedCache()
  const vanished = { ...cache, claim: async () => false }
  const began = amazon.clock.time()
  await askAt(createAmazonClient({ ...test.settings, sharedCache: vanished }))
  expect(countRefreshes()).toBe(1)
  expect(amazon.clock.time() - began).toBeLessThan(5_000)
})
