import type { PlatformContext } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { compactCountsOf } from './queries/tallies.ts'

/** Keeps counting fast: what a busy day adds to the tallies is a few rows again afterwards. */
export async function compactOrderCounts(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) folded += await ctx.transaction((tx) => compactCountsOf(tx, id), id)
  return { folded }
}
