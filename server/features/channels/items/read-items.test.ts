import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { platformContext, noOrigin } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { auditedChanges, skusToPush } from '#server/testing/channels.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { seedShop } from '#server/testing/seeded-shop.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'
import { startDueReadings } from './read-items.ts'

let server: Awaited<ReturnType<typeof createTestDeps>>
const clock = manualClock()

beforeAll(async () => void (server = await createTestDeps({ clock })))
afterAll(() => server.close())

const jobsNamed = async (name: string, companyId: string) =>
  (
    await queryJobs<{ payload: object }>(
      server.deps.db,
      `select data -> 'payload' as payload from pgboss.job where data ->> 'job' = $1 and group_id = $2`,
      [name, companyId],
    )
  ).rows.map(({ payload }) => payload)

it('stores what the shop sells and matches what can be one SKU only', async () => {
  const { shop, read, items, companyId, channel, channelNow } = await createShopFixture(server.deps)
  const lamp = await buildSku(server.deps.db, companyId, { sku: 'LAMP', title: 'Oak lamp', barcode: '4006381333931' })
  await buildSku(server.deps.db, companyId, { sku: 'BENCH' })
  shop.items = [
    shopItem('1', { sku: 'lamp ', title: 'Oak\tlamp', barcode: '4006381333931', price: '1.2345', quantity: null }),
    shopItem('2', { sku: 'BENCH' }),
    shopItem('3', { sku: 'bench', price: 'free' }),
  ]
  expect(await read()).toEqual({ items: 3, removed: 0, matched: 1 })
  expect(await items()).toMatchObject([
    { externalId: '1', title: 'Oak lamp', price: '1.23', skuId: lamp.id, matchedBy: 'sku', seenAt: clock.now() },
    { externalId: '2', skuId: null, quantity: 5, refs: { product: 'p-2' } },
    { externalId: '3', skuId: null, price: null },
  ])
  expect(await channelNow()).toMatchObject({ itemsReadAt: clock.now(), itemsCursor: null })
  expect(await skusToPush(server.deps.db, companyId, channel.id)).toContain('LAMP')
  expect(await jobsNamed('orders.apply-matches', companyId)).toEqual([{ channelId: channel.id }])
  expect(await auditedChanges(server.deps.db, companyId, 'channel-item.match')).toMatchObject([
    { changes: { after: { matched: 1 } } },
  ])
})

it('removes what a complete reading no longer finds, and takes it back when it returns', async () => {
  const { shop, read, items } = await createShopFixture(server.deps)
  shop.items = [shopItem('1'), shopItem('2')]
  await read()
  clock.advance(60)
  shop.items = [shopItem('2')]
  expect(await read()).toMatchObject({ removed: 1 })
  expect(await items()).toMatchObject([{ removedAt: expect.any(Date) }, { removedAt: null }])
  clock.advance(60)
  shop.items = [shopItem('1'), shopItem('2')]
  await read()
  expect(await items()).toMatchObject([{ removedAt: null }, { removedAt: null }])
})

it('continues an interrupted reading where it got to, and removes nothing before it is complete', async () => {
  const { shop, read, items, channelNow } = await createShopFixture(server.deps)
  shop.pageSize = 2
  shop.items = ['1', '2', '3', '4', '5'].map((id) => shopItem(id))
  await read()
  clock.advance(60)
  shop.items = shop.items.slice(0, 4)
  shop.pages.splice(0)
  shop.meanwhile = () => {
    if (shop.pages.length === 1) throw new Unavailable('The shop is slow')
  }
  await expect(read()).rejects.toThrow('slow')
  expect((await items()).every(({ removedAt }) => removedAt === null)).toBe(true)
  expect(await channelNow()).toMatchObject({ itemsCursor: expect.any(String) })
  clock.advance(60)
  shop.meanwhile = () => {}
  expect(await read()).toMatchObject({ items: 2, removed: 1 })
  expect(shop.pages).toEqual([null, '2'])
})

it('begins again when the interruption was long ago', async () => {
  const { shop, read } = await createShopFixture(server.deps)
  shop.pageSize = 1
  shop.items = [shopItem('1'), shopItem('2')]
  shop.meanwhile = () => {
    if (shop.pages.length === 1) throw new Unavailable('The shop is slow')
  }
  await expect(read()).rejects.toThrow('slow')
  clock.advance(7 * 3600)
  shop.meanwhile = () => {}
  await read()
  expect(shop.pages).toEqual([null, null, '1'])
})

it.each([new Unauthorized('The key was revoked'), new Rejected('No access to products')])(
  'ends without failing the job when the shop refuses: $message',
  async (refusal) => {
    const { shop, read, channelNow } = await createShopFixture(server.deps)
    shop.meanwhile = () => {
      throw refusal
    }
    expect(await read()).toMatchObject({ problem: refusal.message })
    expect((await channelNow())?.accessError).toBe(refusal instanceof Unauthorized ? refusal.message : null)
  },
)

it('queues SKUs of which the shop shows another quantity than it confirmed', async () => {
  const { shop, read, push, companyId, channel, shop: fake } = await createShopFixture(server.deps)
  await buildSku(server.deps.db, companyId, { sku: 'LAMP' })
  shop.items = [shopItem('1', { sku: 'LAMP', quantity: 0 })]
  await read()
  await push()
  const toPush = () => skusToPush(server.deps.db, companyId, channel.id)
  expect(await toPush()).toEqual([])
  await read()
  expect(await toPush()).toEqual([])
  fake.items = [shopItem('1', { sku: 'LAMP', quantity: 40 })]
  await read()
  expect(await toPush()).toEqual(['LAMP'])
})

it('shops are read once a day', async () => {
  const { companyId, channel, read, shop } = await createShopFixture(server.deps)
  const start = () =>
    startDueReadings(platformContext(server.deps, { actor: { type: 'job', name: 'start' }, origin: noOrigin }))
  await start()
  const reading = { channelId: channel.id }
  expect(await jobsNamed('channels.read-items', companyId)).toEqual([reading])
  shop.items = [shopItem('1')]
  await read()
  clock.advance(23 * 3600)
  await start()
  expect(await jobsNamed('channels.read-items', companyId)).toEqual([reading])
  clock.advance(3600)
  await start()
  expect(await jobsNamed('channels.read-items', companyId)).toEqual([reading, reading])
})

it('of many items with 5 % traps none is stored with a wrong match', async () => {
  const { shop, read, ctx, companyId } = await createShopFixture(server.deps)
  const seeded = seedShop(7, 600)
  await ctx.transaction(async (tx) => {
    await insertRows(
      tx,
      products,
      seeded.skus.map(({ id, title }) => ({ companyId, id, title })),
    )
    await insertRows(
      tx,
      skus,
      seeded.skus.map(({ id, sku, barcode, isActive }) => ({ companyId, id, productId: id, sku, barcode, isActive })),
    )
  })
  shop.items = seeded.items.map((item) => shopItem(item.externalId, item))
  const { matched } = await read()
  expect(matched).toBeGreaterThan(400)
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ externalId: string; skuId: string }>(sql`
      select external_id as "externalId", sku_id as "skuId" from channel_items
      where company_id = ${companyId} and sku_id is not null`),
  )
  const truths = new Map(seeded.items.map(({ externalId, truth }) => [externalId, truth]))
  expect(rows).toHaveLength(matched)
  expect(rows.filter(({ externalId, skuId }) => truths.get(externalId) !== skuId)).toEqual([])
})
