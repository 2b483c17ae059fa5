import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** To every admin, and to the company whose list of people shows it too. */
export async function announceUsers(tx: Tx, ctx: PlatformContext, companyId: string | null): Promise<void> {
  await ctx.publishChange(tx, 'users')
  if (companyId !== null) await ctx.notifyCompany(tx, companyId, 'users')
}
