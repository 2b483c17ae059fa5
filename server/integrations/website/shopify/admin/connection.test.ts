import { expect, test } from 'vitest'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createShopifyStore } from '#server/testing/shopify-store-fixture.ts'

test('the first look shows the store, its stock locations and what is missing', async () => {
  const { shop, channel, connection, addVariant, placeOrder } = await createShopifyStore()
  shop.locations.push({ id: 77, name: 'A fulfillment service', isFulfillmentService: true })
  addVariant({ sku: 'TEE-L' })
  await placeOrder()
  expect(await channel.inspect(connection)).toEqual({
    accountId: 'northfield.myshopify.com',
    name: 'Northfield Goods',
    url: 'https://northfield.example',
    currency: 'USD',
    products: 1,
    openOrders: 1,
    locations: [{ id: connection.locationId, name: 'Amazon' }],
    warnings: [],
    credentialsExpireAt: null,
    state: { apiVersion: '2026-10', servedVersion: '2026-10', currency: 'USD' },
  })
  shop.hidesAddresses = true
  expect((await channel.inspect(connection)).warnings).toEqual([expect.stringContaining('hides shipping addresses')])
})

test('missing access scopes are named', async () => {
  const { channel, connection } = await createShopifyStore({ shop: { scopes: ['write_orders', 'read_products'] } })
  await expect(channel.inspect(connection)).rejects.toThrow(/lacks the access scopes write_products, read_inventory/)
})

test('a call that lacks a scope says which', async () => {
  const { channel, connection } = await createShopifyStore({ shop: { scopes: [] } })
  const failure = channel.poll(connection, null)
  await expect(failure).rejects.toThrow('The app lacks the access scope read_orders.')
  await expect(failure).rejects.toBeInstanceOf(Rejected)
})

test.each([
  ['a wrong client secret', { clientSecret: 'another' }, /rejects this client ID and client secret/],
  ['a store of another organization', { isForeign: true }, /belong to different Shopify organizations/],
  ['an app that is not installed', { isInstalled: false }, /is not installed on this store/],
])('%s is refused in plain words', async (_, changes, sentence) => {
  const { shop, channel, connection } = await createShopifyStore()
  Object.assign(shop, changes)
  const failure = channel.test(connection)
  await expect(failure).rejects.toThrow(sentence)
  await expect(failure).rejects.toBeInstanceOf(Unauthorized)
})

test('a frozen store and one that is locked are told apart', async () => {
  const { shop, emulator, channel, connection } = await createShopifyStore()
  await channel.test(connection)
  shop.isFrozen = true
  await expect(channel.test(connection)).rejects.toThrow('The store is frozen at Shopify.')
  shop.isFrozen = false
  emulator.faults.add({ kind: 'locked-423' })
  await expect(channel.test(connection)).rejects.toBeInstanceOf(Unavailable)
})

test('one token serves all calls, is stored, and is asked anew before its end and when it is refused', async () => {
  const { emulator, shop, channel, connection, saved, open } = await createShopifyStore()
  await Promise.all([channel.test(connection), channel.test(connection)])
  expect(shop.tokens).toHaveLength(1)
  expect(saved).toMatchObject([{ clientId: shop.clientId, accessToken: shop.tokens[0]?.value }])
  await open().test({ ...connection, credentials: saved[0] ?? null })
  expect(shop.tokens).toHaveLength(1)
  emulator.clock.advance((24 * 60 - 9) * 60_000)
  await channel.test(connection)
  expect(saved).toHaveLength(2)
  emulator.faults.add({ kind: 'refuse-token' })
  await channel.test(connection)
  expect(saved).toHaveLength(3)
  emulator.faults.add({ kind: 'refuse-token', next: 2 })
  await expect(channel.test(connection)).rejects.toThrow('Shopify no longer gives Lockstep access.')
})

test('a token that another process stored meanwhile does not stop the call', async () => {
  const { channel, connection } = await createShopifyStore()
  const conflict = () => Promise.reject(new Unavailable('The credentials were changed by someone else.'))
  await expect(channel.test({ ...connection, saveCredentials: conflict })).resolves.toBeUndefined()
})

test('calls wait for the allowance instead of using it up', async () => {
  const { emulator, shop, channel, connection, addVariant } = await createShopifyStore()
  addVariant({ sku: 'TEE-L' })
  const startedAt = emulator.clock.time()
  for (let count = 0; count < 5; count += 1) await channel.listItems(connection, null)
  await Promise.all(Array.from({ length: 12 }, () => channel.poll(connection, null)))
  expect(shop.bucket.available).toBeGreaterThan(0)
  expect(emulator.clock.time()).toBeGreaterThanOrEqual(startedAt)
})

test('a throttled call is made again', async () => {
  const { emulator, shop, channel, connection } = await createShopifyStore()
  emulator.faults.add({ kind: 'throttle', next: 2 })
  await channel.test(connection)
  expect(shop.stats.calls).toBe(3)
})

test.each(['error-500', 'html-502', 'internal-error', 'drop'] as const)(
  '%s means that Shopify is away',
  async (kind) => {
    const { emulator, channel, connection } = await createShopifyStore()
    emulator.faults.add({ kind })
    await expect(channel.test(connection)).rejects.toBeInstanceOf(Unavailable)
  },
)

test('an answer of an unknown shape is our own fault', async () => {
  const { emulator, channel, connection } = await createShopifyStore()
  emulator.faults.add({ kind: 'wrong-shape' })
  await expect(channel.test(connection)).rejects.toThrow(/can’t read \(shopCurrency: shop/)
})

test('the client secret is sent to stores of Shopify only', async () => {
  const { channel, connection } = await createShopifyStore()
  await expect(channel.test({ ...connection, accountId: 'evil.example/northfield' })).rejects.toThrow(
    'has no Shopify store',
  )
})

test('webhooks are created, healed, rid of doubles, and removed', async () => {
  const { shop, channel, connection } = await createShopifyStore()
  const target = { url: 'https://lockstep.example/api/webhooks/1', secret: shop.clientSecret }
  const first = await channel.ensureWebhooks(connection, target)
  expect(first).toEqual({ healed: [], problem: null, state: { hasWebhooks: true } })
  expect(shop.subscriptions).toHaveLength(13)
  const [lost, doubled] = shop.subscriptions
  if (!lost || !doubled) throw new Error('There are none.')
  shop.subscriptions = [...shop.subscriptions.slice(1), { ...doubled, id: 1 }]
  shop.subscriptions.push({ ...lost, id: 2, uri: 'https://old.example/api/webhooks/1' })
  const second = await channel.ensureWebhooks({ ...connection, state: first.state }, target)
  expect(second.healed).toEqual([
    'The webhook for orders create was missing and was recreated.',
    'A second webhook for orders updated was removed.',
    'The webhook for orders create to an earlier address was removed.',
  ])
  expect(shop.subscriptions).toHaveLength(13)
  expect((await channel.ensureWebhooks({ ...connection, state: first.state }, target)).healed).toEqual([])
  await channel.removeWebhooks(connection, target)
  expect(shop.subscriptions).toEqual([])
})
