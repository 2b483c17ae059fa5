import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelRow } from '#contract/channels.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { buildMasterKey } from '#server/testing/api-keys.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let channel: Awaited<ReturnType<typeof buildChannel>>
let productId: string
let skuId: string

beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.deps
  companyId = (await buildCompany(db)).id
  channel = await buildChannel(server.deps, companyId, {
    name: 'My Shop',
    slug: 'my-shop',
    config: { productUrl: 'https://shop.example.com/p/{sku}?a=1&b=2' },
  })
  productId = (
    await buildProduct(db, companyId, {
      title: 'Tee',
      description: 'Soft <b>&</b> "warm"\u0001',
      brand: 'Lockstep & Co',
      category: 'Shirts',
      images: ['https://img.example.com/1.jpg', 'https://img.example.com/2.jpg'],
    })
  ).id
  const sku = await buildSku(db, companyId, {
    productId,
    sku: 'TEE L',
    title: '=Tee, large',
    price: '19.00',
    compareAtPrice: '25.00',
  })
  skuId = sku.id
  await countStock(db, companyId, skuId, { available: 8 })
  await buildSku(db, companyId, { productId, sku: 'TEE-S', price: null })
  await buildSku(db, companyId, { productId, sku: 'TEE-OLD', price: '5.00', isActive: false })
})

const ask = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.http.inject({ method, url: path, headers })
const authorization = () => ({ authorization: `Bearer ${channel.apiKey}` })
const feed = (format: string, headers: Record<string, string> = {}) =>
  ask(`/api/feed/my-shop.${format}`, { ...authorization(), ...headers })
const itemsOf = async (): Promise<Record<string, unknown>[]> => (await feed('json')).json().items
const change = (values: Partial<typeof channels.$inferInsert>) =>
  server.deps.db.inCompany(companyId, (tx) => tx.update(channels).set(values).where(eq(channels.id, channel.id)))
const list = (values: Partial<typeof listings.$inferInsert>) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx
      .insert(listings)
      .values({ companyId, channelId: channel.id, skuId, ...values })
      .onConflictDoUpdate({ target: [listings.companyId, listings.channelId, listings.skuId], set: values }),
  )

describe('the content of a feed', () => {
  it('is what the channel offers, as JSON', async () => {
    const reply = await feed('json')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.json()).toEqual({
      channel: 'My Shop',
      currency: 'USD',
      items: [
        {
          sku: 'TEE L',
          externalId: null,
          title: '=Tee, large',
          description: 'Soft <b>&</b> "warm"\u0001',
          brand: 'Lockstep & Co',
          category: 'Shirts',
          price: '19.00',
          compareAtPrice: '25.00',
          currency: 'USD',
          sellable: 8,
          availability: 'in_stock',
          link: 'https://shop.example.com/p/TEE%20L?a=1&b=2',
          imageUrls: ['https://img.example.com/1.jpg', 'https://img.example.com/2.jpg'],
          groupId: productId,
        },
        expect.objectContaining({ sku: 'TEE-S', title: 'Tee', price: null, sellable: 0, availability: 'out_of_stock' }),
      ],
    })
  })

  it('is the same as CSV, without anything that a spreadsheet would execute', async () => {
    const reply = await feed('csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [heading, first] = reply.body.replace('\uFEFF', '').split('\r\n')
    expect(heading).toBe(
      'sku,externalId,title,description,brand,category,price,compareAtPrice,currency,sellable,availability,link,imageUrls,groupId',
    )
    expect(first).toContain(
      'TEE L,,"\'=Tee, large","Soft <b>&</b> ""warm""\u0001",Lockstep & Co,Shirts,19.00,25.00,USD,8,in_stock,',
    )
  })

  it('is merchant RSS of items with a price and a link, as valid XML', async () => {
    const reply = await feed('xml')
    expect(reply.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(reply.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss .*xmlns:g=/)
    expect(reply.body).toContain('<link>https://shop.example.com</link>')
    expect(reply.body.match(/<item>/g)).toHaveLength(1)
    for (const part of [
      '<g:id>TEE L</g:id>',
      '<g:title>=Tee, large</g:title>',
      '<g:description>Soft &lt;b&gt;&amp;&lt;/b&gt; &quot;warm&quot;</g:description>',
      '<g:link>https://shop.example.com/p/TEE%20L?a=1&amp;b=2</g:link>',
      '<g:image_link>https://img.example.com/1.jpg</g:image_link>',
      '<g:additional_image_link>https://img.example.com/2.jpg</g:additional_image_link>',
      '<g:price>25.00 USD</g:price><g:sale_price>19.00 USD</g:sale_price>',
      '<g:availability>in_stock</g:availability>',
      '<g:quantity_to_sell_on_facebook>8</g:quantity_to_sell_on_facebook>',
      '<g:brand>Lockstep &amp; Co</g:brand>',
    ]) {
      expect(reply.body).toContain(part)
    }
  })

  it('subtracts the largest safety buffer, and never offers less than zero', async () => {
    await change({ safetyBuffer: 3 })
    expect((await itemsOf())[0]).toMatchObject({ sellable: 5 })
    await changeSettings(server.deps.db, companyId, { safetyBuffer: 4 })
    expect((await itemsOf())[0]).toMatchObject({ sellable: 4 })
    await change({ safetyBuffer: 100 })
    expect((await itemsOf())[0]).toMatchObject({ sellable: 0, availability: 'out_of_stock' })
  })

  it('has the channel’s own price, title and id, without hidden SKUs', async () => {
    await list({ price: '17.50', title: 'Tee for you', externalId: 'v-9' })
    expect((await itemsOf())[0]).toMatchObject({ price: '17.50', title: 'Tee for you', externalId: 'v-9' })
    await list({ isVisible: false })
    expect((await itemsOf()).map(({ sku }) => sku)).toEqual(['TEE-S'])
  })

  it('has only chosen SKUs where the channel does not offer all', async () => {
    await change({ config: { ...channel.config, offersAllSkus: false } })
    expect(await itemsOf()).toEqual([])
    await list({ isVisible: true })
    expect((await itemsOf()).map(({ sku }) => sku)).toEqual(['TEE L'])
  })

  it('continues from batch to batch without losing or repeating an item', async () => {
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`
        insert into skus (company_id, id, product_id, sku)
        select ${companyId}, new_id(), ${productId}, 'M-' || n from generate_series(1, 2003) as n`),
    )
    const codes = (await itemsOf()).map(({ sku }) => sku)
    expect(codes).toHaveLength(2_005)
    expect(new Set(codes).size).toBe(2_005)
  })

  it('requires a product link for merchant RSS', async () => {
    await change({ config: {} })
    const reply = await feed('xml')
    expect(reply.statusCode).toBe(409)
    expect(reply.json().detail).toContain('product link')
    expect((await feed('json')).statusCode).toBe(200)
  })
})

describe('a conditional request', () => {
  it('is answered 304 without a body while nothing has changed, for weak and strong tags, lists and *', async () => {
    const { etag = '' } = (await feed('json')).headers
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    for (const held of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const reply = await feed('json', { 'if-none-match': held })
      expect([reply.statusCode, reply.body], held).toEqual([304, ''])
      expect(reply.headers['etag']).toBe(etag)
    }
    expect((await feed('json', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await feed('csv', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('is answered 200 after each kind of change', async () => {
    const { db } = server.deps
    const inCompany = db.inCompany.bind(db, companyId)
    const changes: Record<string, () => Promise<unknown>> = {
      stock: () => countStock(db, companyId, skuId, { available: 9, readAt: new Date('2026-03-01T09:00:00Z') }),
      price: () => inCompany((tx) => tx.update(skus).set({ price: '18.00' }).where(eq(skus.id, skuId))),
      'a new SKU': () => buildSku(db, companyId, { productId, sku: 'TEE-XL' }),
      'product text': () =>
        inCompany((tx) => tx.update(products).set({ brand: 'B' }).where(eq(products.id, productId))),
      listing: () => list({ price: '1.00' }),
      'hidden listing': () => list({ isVisible: false }),
      'channel buffer': () => change({ safetyBuffer: 2 }),
      'company buffer': () => changeSettings(db, companyId, { safetyBuffer: 3 }),
      'channel name': () => change({ name: 'Our Shop' }),
      'product link': () => change({ config: { productUrl: 'https://other.example.com' } }),
      'removed listing': () =>
        inCompany((tx) => tx.delete(listings).where(and(eq(listings.companyId, companyId), eq(listings.skuId, skuId)))),
    }
    let { etag: held = '' } = (await feed('json')).headers
    for (const [what, make] of Object.entries(changes)) {
      await make()
      const reply = await feed('json', { 'if-none-match': held })
      expect(reply.statusCode, what).toBe(200)
      held = reply.headers['etag'] ?? ''
      expect((await feed('json', { 'if-none-match': held })).statusCode, what).toBe(304)
    }
  })

  it('HEAD is answered with the headers only', async () => {
    const reply = await ask('/api/feed/my-shop.json', authorization(), 'HEAD')
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers['etag']).toBe((await feed('json')).headers['etag'])
  })
})

describe('access to a feed', () => {
  it('is granted with the feed key, in a header or in the URL', async () => {
    expect((await ask('/api/feed/my-shop.json')).statusCode).toBe(401)
    expect((await ask('/api/feed/my-shop.json', { authorization: 'Bearer nobody-has-this-key' })).statusCode).toBe(401)
    expect((await ask('/api/feed/my-shop.json?key=nobody-has-this-key')).statusCode).toBe(401)
    expect((await ask('/api/feed/my-shop.json?surprise=1')).statusCode).toBe(401)
    expect((await ask(`/api/feed/my-shop.json?key=${channel.feedKey}&surprise=1`)).statusCode).toBe(422)
    expect((await ask('/api/feed/my-shop.json', { authorization: `Bearer ${channel.feedKey}` })).statusCode).toBe(200)
    for (const format of ['json', 'csv', 'xml']) {
      expect((await ask(`/api/feed/my-shop.${format}?key=${channel.feedKey}`)).statusCode, format).toBe(200)
    }
  })

  it('is refused with a key in the URL that does more than read inventory, and says what to do', async () => {
    const { db } = server.deps
    const broad = [
      channel.apiKey,
      await buildMasterKey(db, companyId),
      await buildMasterKey(db, companyId, { scopes: ['inventory.read', 'promotions.quote'] }),
    ]
    for (const key of broad) {
      const reply = await ask(`/api/feed/my-shop.json?key=${key}`, authorization())
      expect([reply.statusCode, reply.json().detail]).toEqual([
        403,
        'The key in this feed address can do more than read inventory, so the address is refused. In Lockstep, open the channel and copy its product feed URL with the feed key. Programs can send this key in the header Authorization: Bearer <key>.',
      ])
      expect((await ask('/api/feed/my-shop.json', { authorization: `Bearer ${key}` })).statusCode).toBe(200)
    }
    const narrow = await buildMasterKey(db, companyId, { scopes: ['inventory.read'] })
    expect((await ask(`/api/feed/my-shop.json?key=${narrow}`)).statusCode).toBe(200)
  })

  it('that is refused for its key is shown at the channel for a week and audited, once an hour', async () => {
    const old = `/api/feed/my-shop.xml?key=${channel.apiKey}`
    const refusedAt = async () => {
      const ops = await server.as('ops', companyId)
      const [row] = (await ops.get('/api/channels')).json<ChannelRow[]>()
      expect((await ops.get(`/api/channels/${channel.id}`)).json<ChannelRow>().feedRefusedAt).toBe(row?.feedRefusedAt)
      return row?.feedRefusedAt
    }
    await ask(`/api/feed/my-shop.json?key=${channel.feedKey}`)
    expect(await refusedAt()).toBeNull()
    const first = clock.now().toISOString()
    await ask(old)
    clock.advance(3_599)
    await ask(old)
    expect(await refusedAt()).toBe(first)
    clock.advance(1)
    const second = clock.now().toISOString()
    await ask(old)
    expect(await refusedAt()).toBe(second)
    await server.app.http.refusals.flush()
    const entries = await auditedChanges(server.deps.db, companyId, 'key.refuse')
    expect(entries).toMatchObject([
      { actor_name: 'My Shop', changes: { after: { method: 'GET', route: '/api/feed/:slug.xml' } } },
    ])
    clock.advance(7 * 86_400 - 1)
    expect(await refusedAt()).toBe(second)
    clock.advance(1)
    expect(await refusedAt()).toBeNull()
  })

  it('ends with the old key when the feed key is rotated, and says what to do', async () => {
    const ops = await server.as('ops', companyId)
    const rotation = await ops.post(`/api/channels/${channel.id}/rotate`, { secret: 'feedKey', overlapHours: 0 })
    const reply = await ask(`/api/feed/my-shop.json?key=${channel.feedKey}`)
    expect([reply.statusCode, reply.json().detail]).toEqual([
      401,
      'The key in this feed address is not valid or has expired. In Lockstep, open the channel and copy its product feed URL again.',
    ])
    expect((await ask(`/api/feed/my-shop.json?key=${rotation.json<{ value: string }>().value}`)).statusCode).toBe(200)
  })

  it('is refused with another channel’s or company’s key, or a key of an inactive channel', async () => {
    const { db } = server.deps
    const second = await buildChannel(server.deps, companyId)
    const stranger = await buildChannel(server.deps, (await buildCompany(db)).id, { slug: 'my-shop' })
    for (const { apiKey } of [second, stranger]) {
      const reply = await ask('/api/feed/my-shop.json', { authorization: `Bearer ${apiKey}` })
      expect(apiKey === second.apiKey ? reply.statusCode : reply.json().items).toEqual(
        apiKey === second.apiKey ? 404 : [],
      )
    }
    expect((await ask(`/api/feed/my-shop.json?key=${second.feedKey}`)).statusCode).toBe(404)
    expect((await ask(`/api/feed/my-shop.json?key=${stranger.feedKey}`)).json().items).toEqual([])
    await change({ isActive: false })
    expect((await feed('json')).statusCode).toBe(401)
    expect((await ask(`/api/feed/my-shop.json?key=${channel.feedKey}`)).statusCode).toBe(401)
  })

  it('is not found under an unknown slug or format', async () => {
    expect((await ask('/api/feed/other.json', authorization())).statusCode).toBe(404)
    expect((await ask('/api/feed/my-shop.pdf', authorization())).statusCode).toBe(404)
    expect((await ask('/api/feed/my-shop', authorization())).statusCode).toBe(404)
    for (const name of ['a%00b', 'My%20Shop', "'"]) {
      expect((await ask(`/api/feed/${name}.json`, authorization())).statusCode, name).toBe(404)
    }
  })
})
