import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readShopifySettings } from './settings.ts'
import { startShopify, type ShopifyOptions } from './start-shopify.ts'

async function start(options: Partial<ShopifyOptions> = {}) {
  const emulator = await startShopify({ limits: 'shopify', speed: 0, ...options })
  onTestFinished(() => emulator.stop())
  const [shop] = emulator.state.shops
  if (!shop) throw new Error('There is no store.')
  const form = { grant_type: 'client_credentials', client_id: shop.clientId, client_secret: shop.clientSecret }
  const send = (path: string, init: RequestInit) => fetch(`${emulator.url}${path}`, { method: 'POST', ...init })
  const token = async (changes: object = {}) => {
    const reply = await send('/northfield/admin/oauth/access_token', {
      body: new URLSearchParams({ ...form, ...changes }),
    })
    return { status: reply.status, ...((await reply.json()) as { access_token?: string; error?: string }) }
  }
  const { access_token = '' } = await token()
  const ask = async (query: string, variables: object = {}, version = '2026-10') => {
    const headers = { 'x-shopify-access-token': access_token }
    const path = `/northfield/admin/api/${version}/graphql.json`
    const reply = await send(path, { headers, body: JSON.stringify({ query, variables }) })
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Answer }
  }
  const control = (method: string, path: string, body: object = {}) =>
    fetch(`${emulator.url}/_control/${path}`, { method, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) })
  return { emulator, shop, token, ask, control }
}

type Answer = { data?: Record<string, never>; errors?: { message: string; extensions?: { code: string } }[] }

test('a document that Shopify’s schema does not know is refused and counted', async () => {
  const { shop, ask } = await start()
  expect((await ask('{ shop { nickname } }')).body.errors).toMatchObject([
    { message: expect.stringContaining('nickname') },
  ])
  expect(shop.stats.violations).toHaveLength(1)
  expect((await ask('{ shop { name } }')).body.data).toEqual({ shop: { name: 'Northfield Goods' } })
  expect((await ask('{ shop { name } }', {}, '2020-01')).headers.get('x-shopify-api-version')).toBe('2026-07')
})

test('a query that costs more than the bucket has is throttled, and one that costs too much is refused', async () => {
  const { shop, ask } = await start()
  const large =
    '{ productVariants(first: 250) { nodes { id product { id } inventoryItem { id } } pageInfo { hasNextPage } } }'
  shop.bucket.available = 1
  expect((await ask(large)).body.errors).toMatchObject([{ extensions: { code: 'THROTTLED' } }])
  expect(shop.stats.throttled).toBe(1)
  const nested =
    '{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { id variant { id } product { id } originalUnitPriceSet { shopMoney { amount } } taxLines { priceSet { shopMoney { amount } } } } pageInfo { hasNextPage } } } pageInfo { hasNextPage } } }'
  expect((await ask(nested)).body.errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }])
})

const set = (directive: string) =>
  `mutation Set($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) ${directive} { userErrors { code } } }`

test('stock is compared and set, with an idempotency key that may be used for one thing only', async () => {
  const { shop, ask } = await start()
  const [tee] = shop.variants
  const entry = (quantity: number, from?: number | null) => ({
    input: {
      name: 'available',
      reason: 'correction',
      quantities: [
        {
          inventoryItemId: `gid://shopify/InventoryItem/${tee?.inventoryItemId}`,
          locationId: `gid://shopify/Location/${shop.locations[0]?.id}`,
          quantity,
          ...(from === undefined ? {} : { changeFromQuantity: from }),
        },
      ],
    },
  })
  const codes = async (...given: Parameters<typeof ask>) => {
    const { data } = (await ask(...given)).body
    const { userErrors } = (data?.['inventorySetQuantities'] ?? { userErrors: [] }) as {
      userErrors: { code: string }[]
    }
    return userErrors.map(({ code }) => code)
  }
  expect((await ask(set(''), entry(5, 12))).body.errors).toMatchObject([
    { message: expect.stringContaining('@idempotent') },
  ])
  const keyed = (key: string) => set(`@idempotent(key: "${key}")`)
  expect(await codes(keyed('a'), entry(5))).toEqual(['COMPARE_QUANTITY_REQUIRED'])
  expect(await codes(keyed('a'), entry(5))).toEqual(['IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'])
  expect(await codes(keyed('b'), entry(5, 12))).toEqual([])
  expect(await codes(keyed('b'), entry(4, 12))).toEqual(['IDEMPOTENCY_KEY_PARAMETER_MISMATCH'])
  expect(await codes(keyed('b'), entry(5, 12))).toEqual(['CHANGE_FROM_QUANTITY_STALE'])
  expect(shop.levelLog).toMatchObject([{ sku: 'TEE-L', available: 5, by: 'app' }])
})

test('tokens end after a day, and wrong credentials are told apart', async () => {
  const { emulator, shop, token, ask } = await start()
  expect((await ask('{ shop { name } }')).status).toBe(200)
  emulator.clock.advance(24 * 3_600_000)
  expect((await ask('{ shop { name } }')).status).toBe(401)
  expect((await token({ client_secret: 'wrong' })).error).toBe('invalid_client')
  shop.isForeign = true
  expect((await token()).error).toBe('shop_not_permitted')
})

test('webhooks are signed, repeated, and deleted after eight failures', async () => {
  const { emulator, shop, ask, control } = await start()
  const received: { body: string; headers: Record<string, unknown> }[] = []
  let status = 503
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const subscribe =
    'mutation Add($w: WebhookSubscriptionInput!) { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: $w) { userErrors { message } } }'
  await ask(subscribe, { w: { uri, format: 'JSON' } })
  await control('POST', 'shops/northfield/orders', { lines: [{ sku: 'TEE-L', quantity: 1 }] })
  expect(received).toHaveLength(1)
  const [{ body, headers } = { body: '', headers: {} }] = received
  expect(headers['x-shopify-hmac-sha256']).toBe(createHmac('sha256', shop.clientSecret).update(body).digest('base64'))
  expect(headers['x-shopify-topic']).toBe('orders/create')
  status = 200
  await control('POST', 'clock', { advanceSeconds: 10 })
  await control('POST', 'clock', { advanceSeconds: 3_600 })
  expect(received.map(({ headers: { 'x-shopify-webhook-id': id } }) => id)).toEqual([
    headers['x-shopify-webhook-id'],
    headers['x-shopify-webhook-id'],
  ])
  status = 500
  await control('POST', 'shops/northfield/orders', { lines: [{ sku: 'TEE-L', quantity: 1 }] })
  for (let tries = 0; tries < 8; tries += 1) await control('POST', 'clock', { advanceSeconds: 10_000 })
  expect(received).toHaveLength(10)
  expect(emulator.state.shops[0]?.subscriptions).toEqual([])
})

test('the page lets the owner buy, hold and refund, and only from itself', async () => {
  const { emulator, shop } = await start()
  const page = await (await fetch(emulator.url)).text()
  for (const shown of ['northfield.myshopify.com', shop.clientId, shop.clientSecret]) expect(page).toContain(shown)
  const press = (fields: Record<string, string>, origin = emulator.url) =>
    fetch(emulator.url, {
      method: 'POST',
      body: new URLSearchParams({ shop: 'northfield', ...fields }),
      headers: { origin },
    })
  const variant = String(shop.variants[0]?.id)
  expect((await press({ variant, action: 'Buy one' }, 'http://evil.example')).status).toBe(403)
  await press({ variant, action: 'Buy one' })
  emulator.clock.advance(5_000)
  const order = String(shop.orders[0]?.id)
  await press({ order, action: 'Release' })
  await press({ order, action: 'Hold' })
  expect(shop.orders).toMatchObject([{ financialStatus: 'PAID', workOrders: [{ status: 'ON_HOLD' }] }])
  await press({ order, action: 'Refund one' })
  expect(shop.orders).toMatchObject([{ financialStatus: 'REFUNDED', refundedCents: 1_900 }])
})

test('stores and port survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-shopify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = { ...readShopifySettings({ state: folder, limits: 'off' }), speed: 0 }
  const first = await startShopify(settings)
  await first.stop()
  const second = await startShopify(settings)
  onTestFinished(() => second.stop())
  expect([second.url, second.state]).toEqual([first.url, first.state])
  expect(() => readShopifySettings({ speed: 'fast' })).toThrow('--speed')
})

test.each([
  ['a store that is not there', 'GET', 'shops/nobody', 400],
  ['an order of nothing', 'POST', 'shops/northfield/orders', 400],
  ['an unknown path', 'POST', 'nothing', 404],
])('the control plane refuses %s', async (_, method, path, status) => {
  const { control } = await start()
  expect((await control(method, path)).status).toBe(status)
})
