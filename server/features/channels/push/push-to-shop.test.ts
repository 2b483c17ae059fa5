import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import type { OfferResult } from '#server/ports/channel.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { anOrder } from '#server/testing/intake-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { listListings } from '../listings/listings.ts'
import { pollChannel } from '../poll/poll-channels.ts'
import { isPriced } from './offer-batch.ts'
import { statusOf } from './record-results.ts'

let server: Awaited<ReturnType<typeof createTestDeps>>
const clock = manualClock()

beforeAll(async () => void (server = await createTestDeps({ clock })))
afterAll(() => server.close())

/** A shop that sells a lamp in two items, and a bench; we have a cup beside, which it does not sell. */
async function openShop(given: Parameters<typeof createShopFixture>[1] = {}) {
  const fixture = await createShopFixture(server.deps, given)
  const { companyId, shop } = fixture
  const skus = new Map<string, string>()
  for (const [sku, available] of [
    ['LAMP', 10],
    ['BENCH', 4],
    ['CUP', 7],
  ] as const) {
    const { id } = await buildSku(server.deps.db, companyId, { sku, price: '20.00', title: `The ${sku.toLowerCase()}` })
    await countStock(server.deps.db, companyId, id, { available, readAt: clock.now() })
    skus.set(sku, id)
  }
  shop.items = [shopItem('1', { sku: 'LAMP' }), shopItem('2', { sku: 'BENCH' })]
  await fixture.read()
  clock.advance(60)
  const skuId = (sku: string) => skus.get(sku) ?? ''
  const setStock = (sku: string, available: number) => {
    clock.advance(60)
    return countStock(server.deps.db, companyId, skuId(sku), { available, readAt: clock.now() })
  }
  const statuses = async () => {
    const found = await listListings(fixture.ctx, { channelId: fixture.channel.id, limit: 50 })
    return Object.fromEntries(found.rows.map(({ sku, syncStatus }) => [sku, syncStatus]))
  }
  return { ...fixture, skuId, setStock, statuses }
}

describe('pushing to a shop', () => {
  it('sends only what is matched, and stores what the shop confirms per item', async () => {
    const { shop, push, items, statuses, channelNow, changes } = await openShop()
    expect(await push()).toEqual({ offers: 2, calls: 1 })
    expect(shop.pushed[0]).toMatchObject([
      { sku: 'LAMP', sellable: 10, items: [{ externalId: '1', refs: { product: 'p-1' }, quantity: 5 }] },
      { sku: 'BENCH', sellable: 4 },
    ])
    expect(await items()).toMatchObject([
      { confirmedQuantity: 10, quantity: 10, confirmedAt: clock.now() },
      { confirmedQuantity: 4, quantity: 4 },
    ])
    expect(await statuses()).toEqual({ LAMP: 'synced', BENCH: 'synced', CUP: 'not_listed' })
    expect((await channelNow())?.lastConfirmedAt).toEqual(clock.now())
    expect(await changes()).toEqual([])
  })

  it('refuses one SKU without stopping others, and sends it again with the next change', async () => {
    const { shop, push, statuses, setStock, listings } = await openShop()
    const confirm = shop.answer
    shop.answer = (offer) =>
      offer.sku === 'LAMP' ? [{ sku: 'LAMP', outcome: 'rejected', reason: 'Stock is not managed' }] : confirm(offer)
    await push()
    expect(await statuses()).toMatchObject({ LAMP: 'failed', BENCH: 'synced' })
    expect((await listings()).find(({ syncStatus }) => syncStatus === 'failed')).toMatchObject({ sentOffer: null })
    shop.answer = confirm
    await setStock('LAMP', 9)
    await push()
    expect(await statuses()).toMatchObject({ LAMP: 'synced' })
  })

  it('sends every change, also back to the quantity before: the shop has sold since', async () => {
    const { shop, push, setStock } = await openShop()
    await push()
    await setStock('BENCH', 3)
    await setStock('BENCH', 4)
    await push()
    expect(shop.pushed[1]).toMatchObject([{ sku: 'BENCH', sellable: 4 }])
  })

  it('sends a SKU again whose unread sales were noticed, without holding up the others', async () => {
    const { shop, push, changes, statuses } = await openShop()
    const confirm = shop.answer
    shop.answer = (offer) => (offer.sku === 'LAMP' ? [{ sku: 'LAMP', outcome: 'stale' }] : confirm(offer))
    const queued: number[] = []
    shop.meanwhile = async (call) => {
      if (call === 'push') queued.push((await changes()).length)
      if (shop.pushed.length === 1) shop.answer = confirm
    }
    await push()
    expect(shop.pushed.map((offers) => offers.map(({ sku }) => sku))).toEqual([['LAMP', 'BENCH'], ['LAMP']])
    expect(queued.at(-1)).toBe(1)
    expect(await statuses()).toMatchObject({ LAMP: 'synced', BENCH: 'synced' })
  })

  it('forgets an item that the shop no longer has', async () => {
    const { shop, push, items, statuses } = await openShop()
    shop.answer = ({ sku }) => [{ sku, outcome: 'not_listed' }]
    await push()
    expect(await items()).toMatchObject([{ removedAt: expect.any(Date) }, { removedAt: expect.any(Date) }])
    expect(await statuses()).toMatchObject({ LAMP: 'not_listed' })
  })

  it('does not send what the shop can’t take, and says why', async () => {
    const { shop, push, read, listings, skuId } = await openShop()
    shop.items = [shopItem('1', { sku: 'LAMP', obstacle: 'Turn on stock management.' })]
    await read()
    await push()
    expect(shop.pushed).toEqual([])
    expect((await listings()).find((row) => row.skuId === skuId('LAMP'))).toMatchObject({
      syncStatus: 'failed',
      syncError: 'Turn on stock management.',
    })
  })

  it.each([
    ['no prices unless its owner wants them', {}, null],
    ['prices by choice', { sendsPrices: true }, '20.00'],
  ])('sends %s', async (_, config, price) => {
    const { shop, push } = await openShop({ config: { pushesStock: true, ...config } })
    await push()
    expect(shop.pushed[0]?.[0]).toMatchObject({ price, compareAtPrice: null })
  })

  it('never sends a price in another currency than the shop shows', async () => {
    const { shop, push, read } = await openShop({ config: { pushesStock: true, sendsPrices: true } })
    shop.items = [shopItem('1', { sku: 'LAMP', currency: 'EUR' }), shopItem('2', { sku: 'BENCH' })]
    await read()
    await push()
    expect(shop.pushed[0]).toMatchObject([
      { sku: 'LAMP', price: null },
      { sku: 'BENCH', price: '20.00' },
    ])
  })
})

describe('a report of a shop on an order that is known', () => {
  const takeIn = async ({ ctx, channel, shop }: Awaited<ReturnType<typeof openShop>>, id: string, quantity: number) => {
    shop.orders = [{ id, body: anOrder('7', { items: [{ sku: 'LAMP', quantity, unitPrice: '20.00' }] }) }]
    await pollChannel(ctx, { channelId: channel.id })
    await processInbox(ctx)
  }

  it('has its SKUs sent again although nothing changes here: the shop may have put units back by itself', async () => {
    const fixture = await openShop()
    const { shop, push, ctx, changes, skuId } = fixture
    await takeIn(fixture, 'placed', 2)
    await push()
    expect(await changes()).toEqual([])
    await ctx.transaction((tx) => tx.update(orders).set({ status: 'sent_to_fulfillment' }))
    await takeIn(fixture, 'paid back', 1)
    expect(await changes()).toMatchObject([{ skuId: skuId('LAMP'), retryAt: null }])
    await push()
    const [known, unknown] = shop.pushed.slice(-2).map(([offer]) => offer?.items[0])
    expect(unknown).toMatchObject({ quantity: null })
    expect(unknown?.version).not.toBe(known?.version)
    await takeIn(fixture, 'as it was', 2)
    expect(await changes()).toEqual([])
  })
})

describe('before a push to a shop', () => {
  const order = (quantity: number) => ({
    id: `delivery-${quantity}`,
    body: anOrder(`order-${quantity}`, { items: [{ sku: 'LAMP', quantity, unitPrice: '20.00' }] }),
  })

  it('its orders are read and processed, so that it does not get back what it has sold', async () => {
    const { shop, push, ctx, setStock } = await openShop()
    await push()
    shop.orders = [order(3)]
    await setStock('LAMP', 12)
    const pushing = push().then(() => true)
    while (!(await Promise.race([pushing, processInbox(ctx).then(() => sleep(50, false))])));
    expect(shop.pushed[1]).toMatchObject([{ sku: 'LAMP', sellable: 9 }])
  })

  it('its orders are read, although a poll has begun just before: that one may never end', async () => {
    const { shop, push, ctx, channel } = await openShop()
    await ctx.transaction((tx) =>
      tx.update(channels).set({ lastPolledAt: clock.now() }).where(eq(channels.id, channel.id)),
    )
    await push()
    expect(shop.polls).toBe(1)
    expect(shop.pushed).toHaveLength(1)
  })

  it('nothing is sent while its orders can’t be read', async () => {
    const { shop, push, changes } = await openShop()
    shop.meanwhile = (call) => {
      if (call === 'poll') throw new Unavailable('The shop is down')
    }
    expect(await push()).toEqual({ offers: 0, calls: 0 })
    expect(shop.pushed).toEqual([])
    expect((await changes()).every(({ retryAt }) => retryAt !== null)).toBe(true)
  })

  it('is told within a minute of being back, however long it was away', async () => {
    const { shop, push } = await openShop()
    shop.meanwhile = (call) => {
      if (call === 'poll') throw new Unavailable('The shop is down')
    }
    for (let minute = 0; minute < 60; minute += 1) {
      await push()
      clock.advance(60)
    }
    shop.meanwhile = () => {}
    expect(await push()).toEqual({ offers: 2, calls: 1 })
  })
})

describe('the status of a SKU', () => {
  it('stays as it is while an item of it is stale', () => {
    expect(statusOf(offer, [confirmed('1'), { sku: 'A', externalId: '2', outcome: 'stale' }])).toBeNull()
  })

  const offer = { sku: 'A', items: ['1', '2'].map((externalId) => ({ externalId, refs: {}, quantity: 1 })) }
  const confirmed = (externalId?: string): OfferResult => ({
    sku: 'A',
    outcome: 'confirmed',
    quantity: 3,
    ...(externalId ? { externalId } : {}),
  })
  it.each<[string, OfferResult[], string]>([
    ['is synced when each of its items is', [confirmed('1'), confirmed('2')], 'synced'],
    ['is synced by one answer for all', [confirmed()], 'synced'],
    [
      'is sent when one item is not confirmed',
      [confirmed('1'), { sku: 'A', externalId: '2', outcome: 'sent' }],
      'sent',
    ],
    [
      'is failed when one item is refused',
      [confirmed('1'), { sku: 'A', externalId: '2', outcome: 'rejected', reason: 'No' }],
      'failed',
    ],
    ['is failed when one item has no answer', [confirmed('1')], 'failed'],
    ['is failed without an answer', [], 'failed'],
    [
      'is synced when the shop no longer has one of its items',
      [confirmed('1'), { sku: 'A', externalId: '2', outcome: 'not_listed' }],
      'synced',
    ],
    ['is not listed when the shop has none', [{ sku: 'A', outcome: 'not_listed' }], 'not_listed'],
  ])('%s', (_, results, status) => {
    expect(statusOf(offer, results)).toMatchObject({ status })
  })
})

test.each([
  ['a website of one’s own', 'website', {}, {}, true],
  ['a catalog at Meta', 'meta_shops', {}, {}, true],
  ['a WooCommerce website', 'website', { platform: 'woocommerce' }, {}, false],
  ['a WooCommerce website by choice', 'website', { platform: 'woocommerce', sendsPrices: true }, {}, true],
  ['a Shopify shop', 'shopify', {}, { currency: 'USD' }, false],
  ['a Shopify shop by choice', 'shopify', { sendsPrices: true }, { currency: 'USD' }, true],
  ['a Shopify shop in another currency', 'shopify', { sendsPrices: true }, { currency: 'EUR' }, false],
] as const)('whether %s gets prices', (_, type, config, adapterState, expected) => {
  expect(isPriced({ type, config, adapterState }, 'USD')).toBe(expected)
})
