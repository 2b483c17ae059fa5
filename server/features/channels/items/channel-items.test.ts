import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelItemRow } from '#contract/channel-items.ts'
import { applyMatches } from '#server/features/orders/actions/apply-matches.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { storeDelivery } from '#server/features/channels/inbox/store-delivery.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { createTestApp, readAllPages, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { auditedChanges, skusToPush } from '#server/testing/channels.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { anOrder } from '#server/testing/intake-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let fixture: Awaited<ReturnType<typeof createShopFixture>>
let ops: Browser

beforeAll(async () => void (server = await createTestApp()))
afterAll(() => server.close())
beforeEach(async () => {
  fixture = await createShopFixture(server.deps)
  ops = await server.as('ops', fixture.companyId)
})

const url = (rest = '') => `/api/channels/${fixture.channel.id}/items${rest}`
const build = (sku: string, given: Parameters<typeof buildSku>[2] = {}) =>
  buildSku(server.deps.db, fixture.companyId, { sku, title: `The ${sku}`, ...given })
const list = async (query = '') => (await readAllPages(ops, url(query), ChannelItemRow)).flatMap(({ rows }) => rows)
const idsOf = async (query: string) => (await list(query)).map(({ externalId }) => externalId)
const match = (...matches: { externalId: string; skuId: string | null }[]) => ops.post(url('/match'), { matches })

describe('the items of a channel', () => {
  it('are listed by title with their state, their suggestion and why they were not matched', async () => {
    const lamp = await build('LAMP', { title: 'Oak lamp' })
    const bench = await build('BENCH-1', { title: 'Pine bench' })
    fixture.shop.items = [
      shopItem('1', { sku: 'LAMP', title: 'Oak lamp' }),
      shopItem('2', { sku: 'bench1', title: 'Pine bench' }),
      shopItem('3', { sku: 'X', title: 'Clay vase' }),
      shopItem('4', { sku: 'X', title: 'Wool rug' }),
    ]
    await fixture.read()
    await match({ externalId: '4', skuId: null })
    const rows = await list('?limit=2')
    expect(rows).toMatchObject([
      { externalId: '3', state: 'unmatched', suggestion: null, reason: '2 items in the shop have the code X.' },
      { externalId: '1', state: 'matched', price: '12.00', match: { skuId: lamp.id, sku: 'LAMP', by: 'sku' } },
      { externalId: '2', state: 'suggested', match: null, suggestion: { skuId: bench.id, sku: 'BENCH-1' } },
      { externalId: '4', state: 'ignored', reason: null },
    ])
    expect(rows[2]?.suggestion?.evidence).toBe('Code bench1 differs only in dashes, spaces or capitals · Similar title')
    expect(await idsOf('?state=suggested')).toEqual(['2'])
    expect(await idsOf('?state=unmatched')).toEqual(['3'])
    expect(await idsOf('?state=matched')).toEqual(['1'])
    expect(await idsOf('?state=ignored&search=rug')).toEqual(['4'])
    expect(await idsOf('?search=LAMP')).toEqual(['1'])
  })

  it('are matched by a person, and the match can be undone', async () => {
    const [lamp, cup] = [await build('LAMP'), await build('CUP')]
    fixture.shop.items = [shopItem('1', { sku: 'LAMP' }), shopItem('2')]
    await fixture.read()
    await fixture.push()
    const reply = await match({ externalId: '1', skuId: cup.id }, { externalId: '2', skuId: lamp.id })
    expect([reply.statusCode, reply.json()]).toEqual([200, { matched: 2, undone: 0, orders: 0 }])
    expect(await skusToPush(server.deps.db, fixture.companyId, fixture.channel.id)).toEqual(['CUP', 'LAMP'])
    expect(await fixture.items()).toMatchObject([
      { skuId: cup.id, matchedBy: 'person', confirmedQuantity: null },
      { skuId: lamp.id, matchedBy: 'person' },
    ])
    expect((await match({ externalId: '1', skuId: null })).json()).toEqual({ matched: 0, undone: 1, orders: 0 })
    expect(await fixture.items()).toMatchObject([{ skuId: null, isIgnored: true }, { skuId: lamp.id }])
    await fixture.read()
    expect(await fixture.items()).toMatchObject([{ skuId: null }, { skuId: lamp.id }])
    const audited = await auditedChanges(server.deps.db, fixture.companyId, 'channel-item.match')
    expect(audited.at(-1)?.changes).toMatchObject({
      before: { skuId: cup.id },
      after: { externalId: '1', skuId: null },
    })
  })

  it('are matched neither with unknown SKUs nor where they are unknown', async () => {
    const foreign = await buildSku(server.deps.db, (await buildCompany(server.deps.db)).id)
    const own = await build('LAMP')
    fixture.shop.items = [shopItem('1')]
    await fixture.read()
    expect((await match({ externalId: '1', skuId: foreign.id })).statusCode).toBe(409)
    expect((await match({ externalId: '9', skuId: own.id })).statusCode).toBe(409)
  })

  it('are matched with what was suggested, all or some', async () => {
    for (const sku of ['LAMP-1', 'LAMP-2', 'LAMP-3']) await build(sku, { title: `Harbor ${sku}` })
    fixture.shop.items = ['1', '2', '3'].map((id) => shopItem(id, { sku: `lamp ${id}`, title: 'Lampe' }))
    await fixture.read()
    const accept = async (body: object) => (await ops.post(url('/accept'), body)).json()
    expect(await accept({ externalIds: ['2', '9'] })).toEqual({ matched: 1, orders: 0 })
    expect(await accept({})).toEqual({ matched: 2, orders: 0 })
    expect((await fixture.items()).map(({ matchedBy }) => matchedBy)).toEqual(['person', 'person', 'person'])
  })
})

it('products are made of items, with their variants together, and refused where a code is missing or exists', async () => {
  await build('TAKEN')
  fixture.shop.items = [
    shopItem('1', {
      sku: 'TEE-S',
      title: 'Tee',
      variant: 'Small',
      barcode: '036000291452',
      imageUrl: 'https://shop.example/tee.jpg',
    }),
    shopItem('2', { sku: 'TEE-L', title: 'Tee', variant: 'Large', currency: 'EUR' }),
    shopItem('3', { sku: 'taken', title: 'Other' }),
    shopItem('4'),
  ]
  await fixture.read()
  await match({ externalId: '3', skuId: null })
  const reply = await ops.post(url('/create-products'), { externalIds: ['1', '2', '3', '4', '9'] })
  expect(reply.json()).toEqual({
    created: 2,
    refused: [
      { externalId: '4', reason: expect.stringContaining('No SKU in the shop') },
      { externalId: '3', reason: 'SKU taken already exists. Match the item with it.' },
      { externalId: '9', reason: 'The channel does not sell this item.' },
    ],
  })
  const made = await fixture.ctx.transaction((tx) => tx.select().from(skus).orderBy(skus.sku))
  expect(made).toMatchObject([
    { sku: 'TAKEN' },
    { sku: 'TEE-L', title: 'Tee, Large', price: null, barcode: null },
    { sku: 'TEE-S', title: 'Tee, Small', price: '12.00', barcode: '036000291452' },
  ])
  expect(made[1]?.productId).toBe(made[2]?.productId)
  const titles = (await fixture.ctx.transaction((tx) => tx.select().from(products))).map(({ title }) => title)
  expect(titles).toContain('Tee')
  expect((await fixture.items()).map(({ skuId }) => skuId !== null)).toEqual([true, true, false, false])
})

it('orders that wait for an item continue once it is matched', async () => {
  const lamp = await build('LAMP')
  fixture.shop.items = [shopItem('variant-7')]
  await fixture.read()
  const { ctx, channel } = fixture
  const line = { sku: 'UNKNOWN', externalId: 'variant-7', quantity: 1, unitPrice: '12.00' }
  const body = Buffer.from(JSON.stringify(anOrder('1042', { items: [line] })))
  await ctx.transaction((tx) =>
    storeDelivery(tx, ctx, {
      channelId: channel.id,
      source: 'poll',
      deliveryId: 'd-1',
      signature: null,
      content: { headers: {}, body },
    }),
  )
  await processInbox(ctx)
  await ctx.transaction((tx) => tx.update(orderItems).set({ externalProductId: 'variant-7' }))
  expect((await match({ externalId: 'variant-7', skuId: lamp.id })).json()).toEqual({
    matched: 1,
    undone: 0,
    orders: 1,
  })
  expect(await applyMatches(ctx, { channelId: channel.id })).toEqual({ lines: 1, orders: 1 })
  expect(await ctx.transaction((tx) => tx.select().from(orderItems))).toMatchObject([{ skuId: lamp.id }])
  expect(await applyMatches(ctx, { channelId: channel.id })).toEqual({ lines: 0, orders: 0 })
})

it('reading again is refused for what is no connected shop', async () => {
  expect((await ops.post(url('/read'))).statusCode).toBe(202)
  const unconnected = await createShopFixture(server.deps, { credentials: null })
  const theirs = await server.as('ops', unconnected.companyId)
  expect((await theirs.post(`/api/channels/${unconnected.channel.id}/items/read`)).statusCode).toBe(409)
})
