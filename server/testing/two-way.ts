import { and, asc, eq } from 'drizzle-orm'
import type { SyncMode } from '#contract/marketplace-words.ts'
import { openRun, requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import { runTwoWaySync } from '#server/features/marketplace/two-way/run-two-way-sync.ts'
import { amazonListings, listingChanges } from '#server/platform/db/schema/amazon-listings.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { createTestApp, manualClock, noPorts } from './app.ts'
import { buildCompany, buildProduct, buildSku } from './builders.ts'
import { FakeListings } from './listings.ts'
import { FakeMarketplace, unitedStates } from './marketplace.ts'
import { buildAccount, testContext } from './stock-sync.ts'
import { countStock } from './stock.ts'

/**
 * The whole server on listings in memory. The clock begins with the real one, since the database writes down by its own
 * when something was edited here.
 */
export async function createTwoWayFixture() {
  const clock = manualClock(new Date())
  const ports = { ...noPorts, marketplace: new FakeMarketplace(clock), listings: new FakeListings(clock) }
  const server = await createTestApp({ clock, ports })
  return {
    ...server,
    clock,
    /** An Amazon on which nothing is listed yet. */
    freshListings: () => (ports.listings = new FakeListings(clock)),
    atAmazon: () => ports.listings,
    /** Somebody changes the listing of a SKU at Amazon, an hour later. */
    laterAtAmazon: (sku: string, values: Parameters<FakeListings['change']>[2]) => {
      clock.advance(3600)
      ports.listings.change(unitedStates, sku, values)
    },
    /** A company with an account, and what its two-way syncs do. */
    company: async () => {
      const { id } = await buildCompany(server.deps.db)
      return { id, accountId: await buildAccount(server.deps, id), ...twoWaySyncsOf(server.deps, id) }
    },
  }
}

export type TwoWayFixture = Awaited<ReturnType<typeof createTwoWayFixture>>
export type TwoWayCompany = Awaited<ReturnType<TwoWayFixture['company']>>

/** SKU `A`, which stands here and at Amazon alike, after a sync that found it so. */
export async function buildSyncedSku(
  { deps, atAmazon }: TwoWayFixture,
  { id: companyId, accountId, sync }: TwoWayCompany,
  values: Partial<typeof products.$inferInsert> = {},
  quantity = 5,
) {
  const product = await buildProduct(deps.db, companyId, { title: 'Lamp', ...values })
  const sku = await buildSku(deps.db, companyId, { sku: 'A', productId: product.id, price: '20.00' })
  await countStock(deps.db, companyId, sku.id, { available: quantity, source: 'sheet' })
  const { title, brand, description, bulletPoints } = product
  const said = { title, brand: brand || null, description: description || null, bulletPoints }
  atAmazon().put(unitedStates, 'A', { values: { price: '20.00', quantity, ...said } })
  await sync(accountId)
  return { ...sku, product }
}

function twoWaySyncsOf(deps: Deps, companyId: string) {
  const ctx = testContext(deps, companyId)
  const asked = (accountId: string, mode: SyncMode) =>
    ({ accountId, kind: 'two_way', mode, requestedBy: 'Test' }) as const
  const begin = async (accountId: string, mode: SyncMode = 'full') =>
    (await ctx.transaction((tx) => openRun(tx, ctx, asked(accountId, mode)))).runId
  const carryOut = (runId: string) => runTwoWaySync(ctx, { runId })
  return {
    ctx,
    begin,
    request: (accountId: string, mode: SyncMode = 'full') =>
      ctx.transaction((tx) => requestSync(tx, ctx, asked(accountId, mode))),
    carryOut,
    sync: async (accountId: string, mode: SyncMode = 'full') => {
      const runId = await begin(accountId, mode)
      await carryOut(runId)
      return runId
    },
    run: async (runId: string) => {
      const [run] = await ctx.transaction((tx) =>
        tx.select().from(marketplaceSyncRuns).where(eq(marketplaceSyncRuns.id, runId)),
      )
      if (!run) throw new Error('there is no such run')
      return run
    },
    ...findingsOf(ctx.transaction),
  }
}

function findingsOf(inCompany: CompanyContext['transaction']) {
  const changes = (runId: string) =>
    inCompany((tx) =>
      tx
        .select()
        .from(listingChanges)
        .where(eq(listingChanges.runId, runId))
        .orderBy(asc(listingChanges.skuId), asc(listingChanges.field)),
    )
  return {
    changes,
    /** What the run planned and what became of it, in short. */
    summary: async (runId: string) =>
      (await changes(runId)).map(({ field, direction, ours, amazon, outcome, isConflict }) => ({
        field,
        direction,
        values: [ours, amazon],
        outcome,
        isConflict,
      })),
    editSku: (id: string, values: Partial<typeof skus.$inferInsert>) =>
      inCompany((tx) => tx.update(skus).set(values).where(eq(skus.id, id))),
    /** The SKU with its product and its level. */
    sku: async (code: string) => {
      const [found] = await inCompany((tx) =>
        tx
          .select()
          .from(skus)
          .innerJoin(products, eq(products.id, skus.productId))
          .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
          .where(eq(skus.sku, code)),
      )
      if (!found) throw new Error(`there is no SKU ${code}`)
      return { ...found.skus, product: found.products, level: found.stock_levels }
    },
    snapshots: () => inCompany((tx) => tx.select().from(inventorySnapshots)),
    /** The SKU's listing as it is kept here. */
    listing: async (skuId: string, marketplaceId: string) => {
      const [found] = await inCompany((tx) =>
        tx
          .select()
          .from(amazonListings)
          .where(and(eq(amazonListings.skuId, skuId), eq(amazonListings.marketplaceId, marketplaceId))),
      )
      return found
    },
  }
}
