import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockLevels, refreshLevels } from './queries/levels.ts'

/**
 * Says anew of every SKU since when it has been low, once the company has another threshold. All levels are locked, not
 * only those that change: whoever counts at the same time has read the threshold before, or waits and reads the new one.
 */
export async function onThresholdChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  const all = sql`select sku_id from stock_levels where company_id = ${ctx.companyId}`
  await lockLevels(tx, ctx.companyId, all)
  await refreshLevels(tx, ctx.companyId, all, ctx.clock.now())
  await ctx.publishChange(tx, 'inventory')
}
