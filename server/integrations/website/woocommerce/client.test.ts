import { expect, test } from 'vitest'
import type { FaultKind } from '#emulators/woocommerce/faults.ts'
import { makeKey } from '#emulators/woocommerce/state.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createWoocommerce } from '../shops.ts'
import { createWooFixture } from '#server/testing/woocommerce-shop-fixture.ts'
import { siteAddress } from './site.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test.each<[FaultKind, abstract new (...given: never[]) => Error, RegExp]>([
  ['throttle', Unavailable, /asks Lockstep to wait \(429\)/],
  ['error-500', Unavailable, /temporary error/],
  ['html-challenge', Unavailable, /web page instead of data \(200\).*firewall/],
  ['html-403', Unavailable, /web page instead of data \(403\)/],
  ['maintenance', Unavailable, /maintenance/],
  ['hang', Unavailable, /in time/],
  ['drop', Unavailable, /can’t be reached/],
  ['redirect', Rejected, /to https:\/\/www\.shop\.example\. Connect/],
])('%s has its own sentence', async (kind, failure, sentence) => {
  const { adapter, connection, woo } = await createWooFixture({}, kind === 'hang' ? 300 : 5_000)
  woo.faults.add({ kind })
  const thrown = await failureOf(adapter.test(connection))
  expect(thrown).toBeInstanceOf(failure)
  expect((thrown as Error).message).toMatch(sentence)
})

test('an answer of an unknown form is not taken for an empty list', async () => {
  const { adapter, connection, woo } = await createWooFixture()
  woo.faults.add({ kind: 'wrong-shape' })
  expect(await failureOf(adapter.poll(connection, null))).toBeInstanceOf(Unavailable)
})

test('a pause that the shop asks for is kept', async () => {
  const { adapter, connection, woo } = await createWooFixture()
  woo.faults.add({ kind: 'throttle' })
  expect(await failureOf(adapter.test(connection))).toMatchObject({ retryAfterSeconds: 3 })
})

test('keys that do not suffice are told apart', async () => {
  const { adapter, connection, shop } = await createWooFixture()
  const sentenceFor = async (credentials: Record<string, string>) => {
    const thrown = await failureOf(adapter.inspect({ ...connection, credentials }))
    expect(thrown).toBeInstanceOf(Unauthorized)
    return (thrown as Error).message
  }
  const [reading, writing] = [makeKey(2, 'read'), makeKey(3, 'write')]
  shop.keys.push(reading, writing)
  const { consumerKey = '' } = connection.credentials ?? {}
  expect(await sentenceFor({ consumerKey: reading.key, consumerSecret: reading.secret })).toMatch(/can only read/)
  expect(await sentenceFor({ consumerKey: writing.key, consumerSecret: writing.secret })).toMatch(/can only write/)
  expect(await sentenceFor({ consumerKey, consumerSecret: 'cs_wrong' })).toMatch(/consumer secret/)
  expect(await sentenceFor({ consumerKey: 'ck_wrong', consumerSecret: 'cs_wrong' })).toMatch(
    /does not recognize the consumer key/,
  )
})

test('a first look tells what the shop has and can do', async () => {
  const { adapter, connection, place, woo } = await createWooFixture({ fulfillmentsOn: true })
  place({ lines: [{ productId: 11, quantity: 1 }] })
  expect(
    await adapter.inspect({ ...connection, accountId: `${connection.accountId}/wp-admin/index.php`, state: {} }),
  ).toEqual({
    accountId: connection.accountId,
    name: 'Alder & Pine',
    url: connection.accountId,
    currency: 'USD',
    products: 7,
    openOrders: 1,
    locations: [],
    warnings: [],
    credentialsExpireAt: null,
    state: {
      route: undefined,
      keysIn: undefined,
      currency: 'USD',
      pricesIncludeTax: false,
      version: '11.0.1',
      managesStock: true,
      fulfillments: true,
      tracking: null,
    },
  })
  expect(woo.state.violations).toEqual([])
})

test('a first look warns of an old version and of a shop that counts no stock', async () => {
  const { adapter, connection } = await createWooFixture({ managesStock: false, version: '7.9.1' })
  const { warnings } = await adapter.inspect(connection)
  expect(warnings).toEqual([expect.stringMatching(/Stock management is off/), expect.stringMatching(/7\.9\.1/)])
})

test('a site with plain permalinks is reached by a parameter', async () => {
  const { adapter, connection, place } = await createWooFixture({ hasPlainPermalinks: true })
  place({ lines: [{ productId: 11, quantity: 1 }] })
  const { state } = await adapter.inspect(connection)
  expect(state).toMatchObject({ route: 'parameter' })
  expect((await adapter.poll({ ...connection, state }, null)).found).toHaveLength(1)
})

test('an address without WooCommerce is refused with what to do', async () => {
  const { adapter, connection } = await createWooFixture()
  const thrown = await failureOf(adapter.inspect({ ...connection, accountId: `${connection.accountId}-nothing` }))
  expect(thrown).toMatchObject({ code: 'rest_no_route', message: expect.stringContaining('Check the address') })
})

test('keys never leave for http or a private network', async () => {
  const { connection, woo } = await createWooFixture()
  const careful = createWoocommerce({ version: '1', allowsLoopback: false, clock: woo.clock })
  for (const accountId of [
    connection.accountId,
    'http://shop.example.com',
    'https://127.0.0.1:1',
    'https://10.0.0.1',
  ]) {
    expect(await failureOf(careful.inspect({ ...connection, accountId }))).toMatchObject({ code: 'address_refused' })
    expect(await failureOf(careful.test({ ...connection, accountId }))).toMatchObject({ code: 'address_refused' })
  }
  expect(woo.state.requests).toBe(0)
})

test.each([
  ['shop.example.com', 'https://shop.example.com'],
  [' https://Shop.example.com/blog/ ', 'https://Shop.example.com/blog'],
  ['https://shop.example.com/wp-admin/admin.php?page=wc-settings', 'https://shop.example.com'],
  ['https://shop.example.com/wp-json/', 'https://shop.example.com'],
])('%s is stored as %s', (typed, stored) => {
  expect(siteAddress(typed)).toBe(stored)
})

test('the consent page is asked for everything that it needs', async () => {
  const { adapter } = await createWooFixture()
  const url = new URL(
    adapter.consentUrl({
      accountId: 'https://shop.example.com/blog',
      token: 'Abc_1-2',
      callbackUrl: 'https://lockstep.example/callback',
      returnUrl: 'https://lockstep.example/back?a=1',
    }),
  )
  expect(url.origin + url.pathname).toBe('https://shop.example.com/blog/wc-auth/v1/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    app_name: 'Lockstep',
    scope: 'read_write',
    user_id: 'Abc_1-2',
    return_url: 'https://lockstep.example/back?a=1',
    callback_url: 'https://lockstep.example/callback',
  })
})
