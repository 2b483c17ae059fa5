import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function announceBulkChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'products')
  await ctx.publishChange(tx, 'inventory')
  await ctx.publishChange(tx, 'bulk')
}
