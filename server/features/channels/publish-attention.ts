import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Publishes that an attention item was raised or resolved. Channel cards show the number of open items too. */
export async function publishAttentionChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'attention')
  await ctx.notifyBrowsers(tx, 'channels')
}
