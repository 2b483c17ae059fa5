import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Something came on or left the list of what waits for a person; the cards of the channels count it too. */
export async function publishAttentionChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'attention')
  await ctx.notifyBrowsers(tx, 'channels')
}
