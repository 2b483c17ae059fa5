import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { lockShownAccount, updateAccount } from '../queries/accounts.ts'
import { requestSync } from '../sync/request-sync.ts'

/** Amazon lets us in again with the token that it refused before: the account goes on as if nothing had been. */
export async function reactivateAccount(ctx: CompanyContext, accountId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lockShownAccount(tx, accountId)
    if (!before || before.isActive || before.refreshToken === null) return
    const after = { isActive: true, authorizationError: null }
    await updateAccount(tx, accountId, after)
    await recordAudit(tx, ctx, {
      action: 'amazon.restore',
      resource: 'amazon-account',
      resourceId: accountId,
      companyId: ctx.companyId,
      before: { isActive: before.isActive, authorizationError: before.authorizationError },
      after,
    })
    await requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: ctx.actor.name })
    await ctx.publishChange(tx, 'marketplace')
  })
}
