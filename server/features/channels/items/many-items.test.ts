import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Deps } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createShopFixture, shopItem } from '#server/testing/fake-shop.ts'
import { withClient } from '#server/testing/postgres.ts'
import { greedySteps, watchPlans } from '#server/testing/query-plan-fixture.ts'
import { seedShop } from '#server/testing/seeded-shop.ts'
import { readItems } from './read-items.ts'

const count = 1_500

/** A step that reads some rows of each item is fine; one that reads each item for each item is not. */
const mostRows = 5 * count

const seeded = seedShop(3, count)

/** A company with its own SKUs, and a shop of which nothing was read yet. */
async function openShop(deps: Deps) {
  const fixture = await createShopFixture(deps)
  const { ctx, companyId, shop } = fixture
  const ids = new Map(seeded.skus.map(({ id }) => [id, newId()]))
  const ownSkus = seeded.skus.map((sku) => ({ ...sku, companyId, id: ids.get(sku.id) ?? '' }))
  await ctx.transaction(async (tx) => {
    await insertRows(
      tx,
      products,
      ownSkus.map(({ id, title }) => ({ companyId, id, title })),
    )
    await insertRows(
      tx,
      skus,
      ownSkus.map(({ id, sku, barcode, isActive }) => ({ companyId, id, productId: id, sku, barcode, isActive })),
    )
  })
  shop.items = seeded.items.map((item) => shopItem(item.externalId, item))
  return {
    ...fixture,
    /** A second channel, which sells the same. */
    addChannel: () =>
      buildChannel(deps, companyId, {
        type: 'woocommerce',
        accountId: 'https://other.example',
        credentials: '{}',
        config: { pushesStock: true },
      }),
  }
}

type ShopFixture = Awaited<ReturnType<typeof openShop>>

async function readAndPush({ read, push }: ShopFixture, admin: pg.Client): Promise<void> {
  await read()
  await push()
  await admin.query('vacuum analyze')
}

/** PostgreSQL has no statistics on a shop that was just read: it takes it for a small one. */
it.each<[string, (fixture: ShopFixture, admin: pg.Client, deps: Deps) => Promise<unknown>]>([
  ['of which PostgreSQL knows nothing', async () => {}],
  ['when the tables were empty before', (_fixture, admin) => admin.query('vacuum analyze')],
  ['beside one of another company', async (_fixture, admin, deps) => readAndPush(await openShop(deps), admin)],
  ['beside another of its company', readAndPush],
])('no statement compares each item of a new shop with each, %s', async (_name, prepare) => {
  const { deps, database, close } = await createTestDeps()
  onTestFinished(close)
  const takePlans = await watchPlans(deps.db, database.adminUrl)
  const fixture = await openShop(deps)
  await withClient(database.adminUrl, (admin) => prepare(fixture, admin, deps))
  const { id: channelId } = await fixture.addChannel()
  takePlans()
  expect((await readItems(fixture.ctx, { channelId })).matched).toBeGreaterThan(count / 2)
  expect((await fixture.push()).offers).toBeGreaterThan(count / 2)
  expect(takePlans().flatMap((plan) => greedySteps(plan, { mostRows, mayCount: false }))).toEqual([])
})
