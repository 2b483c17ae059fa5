import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function announceBulkChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.announce(tx, 'products')
  await ctx.announce(tx, 'inventory')
  await ctx.announce(tx, 'bulk')
}
