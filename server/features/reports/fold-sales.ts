import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { foldSkuSales, foldSlots, listCrowdedDays } from './queries/folding.ts'

/** Keeps reports fast: what a busy hour adds to what was sold is a few rows again afterwards. A transaction per day. */
export async function foldSales(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.read((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) {
    try {
      folded += await foldSalesOf(ctx, id)
    } catch (error) {
      ctx.log.error({ err: error, companyId: id }, 'could not fold what a company sold')
    }
  }
  return { folded }
}

async function foldSalesOf(ctx: PlatformContext, companyId: string): Promise<number> {
  let folded = 0
  for (const day of await ctx.read((tx) => listCrowdedDays(tx, companyId), companyId)) {
    const fold = async (tx: Tx) => (await foldSlots(tx, companyId, day)) + (await foldSkuSales(tx, companyId, day))
    folded += await ctx.transaction(fold, companyId)
  }
  return folded
}
