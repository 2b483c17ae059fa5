import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { foldSkuSales, foldSlots, listCrowdedDays } from './queries/folding.ts'

/** Keeps reports fast: what a busy hour adds to what was sold is a few rows again afterwards. A transaction per day. */
export async function foldSales(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) {
    const days = await ctx.transaction((tx) => listCrowdedDays(tx, id), id)
    for (const day of days) {
      const fold = async (tx: Tx) => (await foldSlots(tx, id, day)) + (await foldSkuSales(tx, id, day))
      folded += await ctx.transaction(fold, id)
    }
  }
  return { folded }
}
