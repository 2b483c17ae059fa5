import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectedShop } from '#contract/channel-connect.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { authenticateKey } from '#server/features/auth/authenticate.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { type Browser, createTestApp, manualClock, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel, createChannelAs, skusToPush } from '#server/testing/channels.ts'
import { readWholeDatabase } from '#server/testing/database-contents.ts'
import { FakeShop } from '#server/testing/fake-connected-shop.ts'
import { buildOrderWithLines } from '#server/testing/stock.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'
import { validSecrets } from '../inbox/receive-delivery.ts'

const site = 'https://shop.example'
const keys = { consumerKey: 'ck_1234567890', consumerSecret: 'cs_right-secret' }
const app = { clientId: 'client-id-1', clientSecret: 'shpss_right-secret' }

const clock = manualClock()
let woo: FakeShop
let shopify: FakeShop
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  woo = new FakeShop('woocommerce', site, keys.consumerSecret)
  shopify = new FakeShop('shopify', 'harbor.myshopify.com', app.clientSecret)
  const channelsOf = { ...woo.ports.channels, shopify_admin: shopify.ports.channels.shopify_admin }
  server = await createTestApp({ clock, ports: { ...woo.ports, channels: channelsOf } })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const shop of [woo, shopify]) {
    shop.failure = null
    shop.meanwhile = async () => {}
    shop.account = { ...shop.account, locations: [] }
  }
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})

const connectWoo = (changes: object = {}) =>
  ops.post('/api/channels/connect/woocommerce', { siteUrl: 'shop.example/', ...keys, ...changes })
const connectShopify = (changes: object = {}) =>
  ops.post('/api/channels/connect/shopify', { shopDomain: 'Harbor', ...app, ...changes })
const allChannels = () => server.deps.db.inCompany(companyId, (tx) => tx.select().from(channels))
const channelOf = async (id: string) => (await allChannels()).find((channel) => channel.id === id)
const detailOf = async (id: string) => (await ops.get(`/api/channels/${id}`)).json<ChannelDetail>()
const secretsOf = async (id: string) => {
  const channel = await channelOf(id)
  return channel ? validSecrets({ ...server.deps, companyId }, channel) : []
}
async function jobsFor(channelId: string): Promise<string[]> {
  const { rows } = await queryJobs<{ job: string }>(
    server.deps.db,
    `select data ->> 'job' as job from pgboss.job where data -> 'payload' ->> 'channelId' = $1`,
    [channelId],
  )
  return rows.map(({ job }) => job).toSorted()
}

describe('connecting a WooCommerce shop', () => {
  it('tests the key, stores it sealed, shows the shop and queues its reading; nothing is pushed yet', async () => {
    const reply = await connectWoo()
    expect(reply.statusCode, reply.body).toBe(200)
    const shop = reply.json<ConnectedShop>()
    expect(shop).toMatchObject({ name: 'Harbor Goods', currency: 'USD', products: 12, openOrders: 3, locationId: null })
    expect(await detailOf(shop.channelId)).toMatchObject({
      type: 'woocommerce',
      name: 'Harbor Goods',
      slug: 'harbor-goods',
      accountId: site,
      isConnected: true,
      isStarted: false,
      pushesStock: false,
    })
    expect(await channelOf(shop.channelId)).toMatchObject({ isPushed: false, adapterState: { apiVersion: 'v3' } })
    expect(await jobsFor(shop.channelId)).toEqual(['channels.poll', 'channels.read-items', 'channels.watch-webhooks'])
    const [audited] = await auditedChanges(server.deps.db, companyId, 'channel.connect')
    expect(audited?.changes.after).toMatchObject({ type: 'woocommerce', accountId: site })
    const everything = [...(await readWholeDatabase(server.database.adminUrl)).values()].join()
    expect(everything).toContain(site)
    for (const secret of Object.values(keys)) expect(everything).not.toContain(secret)
  })

  it('stores nothing when the key does not work, and names the field', async () => {
    const reply = await connectWoo({ consumerSecret: 'cs_wrong-secret' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ errors: [{ field: 'consumerKey' }] })
    expect(reply.body).not.toContain('cs_wrong-secret')
    expect(await allChannels()).toEqual([])
  })

  it('stores nothing when there is no such shop, or it does not answer', async () => {
    const elsewhere = await connectWoo({ siteUrl: 'https://other.example' })
    expect([elsewhere.statusCode, elsewhere.json()]).toMatchObject([422, { errors: [{ field: 'siteUrl' }] }])
    woo.failure = new Unavailable('The shop does not answer.')
    const silent = await connectWoo()
    expect([silent.statusCode, silent.json()]).toMatchObject([422, { errors: [{ field: 'siteUrl' }] }])
    expect(await allChannels()).toEqual([])
  })

  it('refuses a key that opens another shop than the one that was typed', async () => {
    const { account } = woo
    woo.meanwhile = async () => void (woo.account = { ...account, accountId: 'https://evil.example' })
    const reply = await connectWoo()
    woo.account = account
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining('is another shop')])
    expect(await allChannels()).toEqual([])
  })

  it('refuses to send a key without TLS', async () => {
    const before = woo.calls.length
    const reply = await connectWoo({ siteUrl: 'http://shop.example' })
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining('https://')])
    expect(woo.calls).toHaveLength(before)
  })

  it('says which channel has the shop already', async () => {
    const first = (await connectWoo({ name: 'Web shop' })).json<ConnectedShop>()
    const again = await connectWoo()
    expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('as “Web shop”')])
    expect((await allChannels()).map(({ id }) => id)).toEqual([first.channelId])
  })

  it('of two people who connect the same shop at once, one gets a channel', async () => {
    const replies = await Promise.all([connectWoo(), connectWoo()])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await allChannels()).toHaveLength(1)
  })

  it('renews a channel whose key was refused, and keeps everything else', async () => {
    const { channelId } = (await connectWoo()).json<ConnectedShop>()
    await server.deps.db.inCompany(companyId, (tx) =>
      tx
        .update(channels)
        .set({ accessError: 'The key was revoked.', pollCursor: '42' })
        .where(eq(channels.id, channelId)),
    )
    const before = await channelOf(channelId)
    expect((await connectWoo({ channelId })).json()).toMatchObject({ channelId })
    const after = await channelOf(channelId)
    expect(after).toMatchObject({ accessError: null, pollCursor: '42', slug: before?.slug })
    expect(after?.credentials).not.toBe(before?.credentials)
    expect(after?.webhookSecret).toBe(before?.webhookSecret)
  })

  it('does not put one shop into the channel of another', async () => {
    const other = await buildChannel(server.deps, companyId, {
      type: 'woocommerce',
      name: 'Old shop',
      accountId: 'https://old.example',
    })
    const reply = await connectWoo({ channelId: other.id })
    expect([reply.statusCode, reply.body]).toEqual([
      409,
      expect.stringContaining('is connected to https://old.example'),
    ])
    const standard = await createChannelAs(ops)
    expect((await connectWoo({ channelId: standard.id })).statusCode).toBe(409)
  })

  it('allows 20 tests of credentials an hour', async () => {
    const statuses = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await connectWoo({ siteUrl: 'other.example' })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const others = await server.as('ops')
    const reply = await others.post('/api/channels/connect/woocommerce', { siteUrl: site, ...keys })
    expect(reply.statusCode).toBe(200)
  })
})

it('a shop is made by connecting it, not by adding a channel', async () => {
  const reply = await ops.post('/api/channels', { name: 'Shop', type: 'woocommerce' })
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { errors: [{ field: 'type' }] }])
})

describe('upgrading a website channel', () => {
  it('keeps id, orders, keys and settings, and gets no more pushes at its webhook URL', async () => {
    const website = await buildChannel(server.deps, companyId, {
      name: 'My shop',
      config: { platform: 'woocommerce', webhookUrl: `${site}/lockstep`, autoFulfill: true },
    })
    const sku = await buildSku(server.deps.db, companyId)
    const line = [{ skuId: sku.id, quantity: 1 }]
    const order = await buildOrderWithLines(server.deps.db, companyId, line, { channelId: website.id })
    const reply = await connectWoo({ channelId: website.id })
    expect(reply.json()).toMatchObject({ channelId: website.id, name: 'My shop' })
    expect(reply.json<ConnectedShop>().warnings.join()).toContain('webhook to Lockstep that you created yourself')
    expect(await detailOf(website.id)).toMatchObject({
      type: 'woocommerce',
      slug: website.slug,
      webhookUrl: null,
      autoFulfill: true,
      isStarted: false,
    })
    expect(await skusToPush(server.deps.db, companyId, website.id)).toEqual([])
    expect((await ops.get(`/api/orders/${order.id}`)).json()).toMatchObject({ channelId: website.id })
    expect(await authenticateKey(server.deps, website.apiKey ?? '')).toMatchObject({ channelId: website.id })
    // Webhooks that were made by hand are still signed with it.
    expect(await secretsOf(website.id)).toEqual([website.webhookSecret])
  })

  it('takes only a channel of the same platform', async () => {
    const website = await buildChannel(server.deps, companyId, { config: { platform: 'shopify' } })
    expect((await connectWoo({ channelId: website.id })).statusCode).toBe(409)
  })
})

describe('connecting a Shopify store', () => {
  it('verifies webhooks with the secret of the app, and keeps the token that the test got', async () => {
    const { channelId } = (await connectShopify()).json<ConnectedShop>()
    expect(await detailOf(channelId)).toMatchObject({ type: 'shopify', accountId: 'harbor.myshopify.com' })
    expect(await secretsOf(channelId)).toEqual([app.clientSecret])
  })

  it('keeps the secret before for webhooks that are under way', async () => {
    const website = await buildChannel(server.deps, companyId, { config: { platform: 'shopify' } })
    await connectShopify({ channelId: website.id })
    expect(await secretsOf(website.id)).toEqual([app.clientSecret, website.webhookSecret])
  })

  it('takes the only location, and leaves the choice among several', async () => {
    shopify.account = { ...shopify.account, locations: [{ id: 'gid://1', name: 'Warehouse' }] }
    expect((await connectShopify()).json()).toMatchObject({ locationId: 'gid://1' })
    const other = await server.as('ops')
    shopify.account = {
      ...shopify.account,
      locations: [...shopify.account.locations, { id: 'gid://2', name: 'Store' }],
    }
    const reply = await other.post('/api/channels/connect/shopify', { shopDomain: 'harbor', ...app })
    expect(reply.json()).toMatchObject({ locationId: null, locations: [{ name: 'Warehouse' }, { name: 'Store' }] })
  })
})

describe('starting a connected shop', () => {
  it('pushes every SKU from then on', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    const { channelId } = (await connectWoo()).json<ConnectedShop>()
    expect(await skusToPush(server.deps.db, companyId, channelId)).toEqual([])
    const reply = await ops.post(`/api/channels/${channelId}/start`, { sendsPrices: true })
    // None of what the shop sells is matched with it yet.
    expect(reply.json()).toEqual({ channelId, skus: 0 })
    expect(await skusToPush(server.deps.db, companyId, channelId)).toEqual([sku.sku])
    expect(await detailOf(channelId)).toMatchObject({ isStarted: true, pushesStock: true, sendsPrices: true })
    expect(await auditedChanges(server.deps.db, companyId, 'channel.start')).toHaveLength(1)
  })

  it('needs a location where there are several', async () => {
    shopify.account = { ...shopify.account, locations: ['1', '2'].map((id) => ({ id, name: `Place ${id}` })) }
    const { channelId } = (await connectShopify()).json<ConnectedShop>()
    const path = `/api/channels/${channelId}/start`
    expect((await ops.post(path, {})).json()).toMatchObject({ errors: [{ field: 'locationId' }] })
    expect((await ops.post(path, { locationId: '3' })).statusCode).toBe(422)
    expect((await ops.post(path, { locationId: '2' })).statusCode).toBe(200)
    expect(await detailOf(channelId)).toMatchObject({ locationId: '2' })
  })

  it('a change of the location or of the prices sends everything again; pausing stops it', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    const { channelId } = (await connectWoo()).json<ConnectedShop>()
    await ops.post(`/api/channels/${channelId}/start`, {})
    const queued = () => skusToPush(server.deps.db, companyId, channelId)
    const change = (body: object) => ops.patch(`/api/channels/${channelId}`, body)
    await server.deps.db.inCompany(companyId, (tx) => tx.execute('delete from offer_changes'))
    await change({ sendsPrices: true })
    expect(await queued()).toEqual([sku.sku])
    await change({ pushesStock: false })
    expect(await queued()).toEqual([])
    await change({ pushesStock: true })
    expect(await queued()).toEqual([sku.sku])
  })
})

describe('disconnecting', () => {
  it('removes the webhooks, forgets the credentials and keeps the orders; the same shop can be connected again', async () => {
    const { channelId } = (await connectShopify()).json<ConnectedShop>()
    await ops.post(`/api/channels/${channelId}/start`, {})
    const url = `${publicUrl}/api/webhooks/${channelId}`
    shopify.webhooks.set(url, { secret: app.clientSecret, isActive: true })
    const reply = await ops.post(`/api/channels/${channelId}/disconnect`)
    expect(reply.json()).toEqual({ channelId, problem: null })
    expect(shopify.webhooks.has(url)).toBe(false)
    expect(await channelOf(channelId)).toMatchObject({ credentials: null, isPushed: false })
    expect(await secretsOf(channelId)).not.toContain(app.clientSecret)
    expect((await ops.get(`/api/channels/${channelId}/shop`)).statusCode).toBe(409)
    expect((await ops.post(`/api/channels/${channelId}/disconnect`)).statusCode).toBe(409)
    expect((await connectShopify()).json()).toMatchObject({ channelId })
    expect(await detailOf(channelId)).toMatchObject({ isConnected: true, isStarted: false })
  })

  it('says what is left to do when the shop does not let us remove them', async () => {
    const { channelId } = (await connectWoo()).json<ConnectedShop>()
    woo.failure = new Unavailable('The shop does not answer.')
    const reply = await ops.post(`/api/channels/${channelId}/disconnect`)
    expect(reply.json()).toMatchObject({ problem: expect.stringContaining('Delete them there yourself') })
    expect(await channelOf(channelId)).toMatchObject({ credentials: null })
  })
})

it('a look at a shop that refuses its key is recorded with the channel', async () => {
  const { channelId } = (await connectWoo()).json<ConnectedShop>()
  woo.secret = null
  const reply = await ops.get(`/api/channels/${channelId}/shop`)
  woo.secret = keys.consumerSecret
  expect(reply.statusCode).toBe(422)
  expect(await detailOf(channelId)).toMatchObject({ accessError: 'The shop does not accept this key.' })
})
