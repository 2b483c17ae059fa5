import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SyncMode } from '#contract/marketplace-values.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { openRun, requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import { runTwoWaySync } from '#server/features/marketplace/two-way/two-way-sync.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import { amazonListings, listingChanges } from '#server/platform/db/schema/amazon-listings.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, noPorts } from './app.ts'
import { buildCompany, buildProduct, buildSku } from './builders.ts'
import { FakeListings } from './fake-listings.ts'
import { FakeMarketplace, unitedStates } from './fake-marketplace.ts'
import { buildAccount, testContext } from './stock-sync-fixture.ts'
import { countStock } from './stock.ts'

/**
 * The whole server on fake listings. The clock starts at the real time, because the database records edits with its own clock.
 */
export async function createTwoWayFixture() {
  const clock = manualClock(new Date())
  const ports = { ...noPorts, marketplace: new FakeMarketplace(clock), listings: new FakeListings(clock) }
  const server = await createTestApp({ clock, ports })
  return {
    ...server,
    clock,
    /** Replaces the fake Amazon by one without listings. */
    freshListings: () => (ports.listings = new FakeListings(clock)),
    atAmazon: () => ports.listings,
    /** Changes a listing at Amazon an hour later. */
    laterAtAmazon: (sku: string, values: Parameters<FakeListings['change']>[2]) => {
      clock.advance(3600)
      ports.listings.change(unitedStates, sku, values)
    },
    /** A company with an account and its two-way sync actions. */
    company: async () => {
      const { id } = await buildCompany(server.deps.db)
      return { id, accountId: await buildAccount(server.deps, id), ...twoWaySyncsOf(server.deps, id) }
    },
  }
}

export type TwoWayFixture = Awaited<ReturnType<typeof createTwoWayFixture>>

export type TwoWayCompany = Awaited<ReturnType<TwoWayFixture['company']>>

/** Builds SKU `A`, equal here and at Amazon, and syncs it. */
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
    /** The planned changes of a run and their outcomes. */
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
    /** The SKU's listing as stored here. */
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

/** Companies whose changes are sent to Amazon, each with its own fake Amazon. */
export async function createOutgoingChangesFixture() {
  const test = await createTwoWayFixture()
  return {
    ...test,
    company: async () => {
      const amazon = test.freshListings()
      return { ...outgoingChangesOf(await test.company()), amazon }
    },
  }
}

export type OutgoingChangesFixture = Awaited<ReturnType<typeof createOutgoingChangesFixture>>

export type OutgoingChangesCompany = Awaited<ReturnType<OutgoingChangesFixture['company']>>

type Changes = Partial<typeof skus.$inferInsert>

function outgoingChangesOf(company: TwoWayCompany) {
  const { id: companyId, accountId, ctx } = company
  return {
    ctx,
    run: company.run,
    carryOut: company.carryOut,
    request: () => company.request(accountId, 'delta'),
    sync: async () => {
      const runId = await company.request(accountId, 'delta')
      await company.carryOut(runId)
      return runId
    },
    /** Adds SKUs that exist only here, with five units for 20 dollars each. */
    add: (codes: readonly string[], changes: Changes = {}) =>
      ctx.transaction(async (tx) => {
        // Changes are sent in id order, so ids are sorted to follow the codes.
        const ids = codes.map(() => newId()).sort()
        const made = codes.map((sku, index) => ({ sku, skuId: ids[index] ?? newId(), productId: newId() }))
        await tx
          .insert(products)
          .values(made.map(({ sku, productId }) => ({ companyId, id: productId, title: `Title of ${sku}` })))
        await tx
          .insert(skus)
          .values(made.map(({ skuId, ...sku }) => ({ companyId, id: skuId, price: '20.00', ...sku, ...changes })))
        const counts = sql`
          select unnest(${sql.param(made.map(({ skuId }) => skuId))}::uuid[]) as sku_id, 5 as qty_available,
            null::int as qty_reserved, null::int as qty_inbound`
        await recordCounts(tx, { companyId, source: 'sheet', readAt: ctx.clock.now(), counts })
      }),
    edit: (codes: string | readonly string[], changes: Changes) =>
      ctx.transaction((tx) =>
        tx
          .update(skus)
          .set(changes)
          .where(inArray(skus.sku, [codes].flat())),
      ),
    /** The changes of a run, by SKU and field. */
    changes: (runId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({
            sku: skus.sku,
            field: listingChanges.field,
            ours: listingChanges.ours,
            outcome: listingChanges.outcome,
            reason: listingChanges.reason,
          })
          .from(listingChanges)
          .innerJoin(skus, eq(skus.id, listingChanges.skuId))
          .where(eq(listingChanges.runId, runId))
          .orderBy(asc(skus.sku), asc(listingChanges.field)),
      ),
    listing: async (code: string) => company.listing((await company.sku(code)).id, unitedStates),
  }
}

/** Builds SKUs that are equal here and at Amazon, and syncs them. */
export async function buildSyncedSkus(company: OutgoingChangesCompany, codes: readonly string[]): Promise<void> {
  await company.add(codes)
  for (const code of codes) company.amazon.put(unitedStates, code)
  await company.sync()
}
