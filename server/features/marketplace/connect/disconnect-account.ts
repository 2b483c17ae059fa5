import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { noTokens } from '../account-secrets.ts'
import { deleteSchedules, lockShownAccountOrThrow, updateAccount } from '../queries/accounts.ts'
import { toAuditedAccount } from './audited-account.ts'

/** Forgets what opens the account. A sync that runs ends at its next step; what was synced stays. */
export async function disconnectAccount(ctx: CompanyContext, input: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (tx) => {
    const account = await lockShownAccountOrThrow(tx, input.id)
    await updateAccount(tx, account.id, {
      ...noTokens,
      isActive: false,
      authorizationError: null,
      authorizationState: null,
      authorizationStateExpiresAt: null,
      disconnectedAt: ctx.clock.now(),
      sendsSince: null,
    })
    await deleteSchedules(tx, account.id)
    await recordAudit(tx, ctx, {
      action: 'amazon.disconnect',
      resource: 'amazon-account',
      resourceId: account.id,
      companyId: ctx.companyId,
      before: toAuditedAccount(account),
    })
    await ctx.publishChange(tx, 'marketplace')
    return { id: account.id }
  })
}
