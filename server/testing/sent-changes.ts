import { asc, eq, inArray, sql } from 'drizzle-orm'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import { listingChanges } from '#server/platform/db/schema/amazon-listings.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/id.ts'
import { unitedStates } from './marketplace.ts'
import { createTwoWayFixture, type TwoWayCompany } from './two-way.ts'

/** Companies that change what Amazon is then told, each with an Amazon of its own. */
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
    /** Only here; five of each on the shelf, for 20 dollars. */
    add: (codes: readonly string[], changes: Changes = {}) =>
      ctx.transaction(async (tx) => {
        // What is sent goes by the ids, and those of one millisecond come in any order.
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
    /** What a run did, by SKU and field. */
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

/** SKUs that are the same here and at Amazon, and known to be. */
export async function buildSyncedSkus(company: OutgoingChangesCompany, codes: readonly string[]): Promise<void> {
  await company.add(codes)
  for (const code of codes) company.amazon.put(unitedStates, code)
  await company.sync()
}
