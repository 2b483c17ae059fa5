import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { decryptAccount } from './account-secrets.ts'
import { deleteSchedules, findAccount, lockShownAccount, updateAccount } from './queries/accounts.ts'

/** What opens the account at Amazon; refuses one that is not connected. */
export async function getConnectedAccountOrThrow(ctx: CompanyContext, accountId: string): Promise<MarketplaceAccount> {
  const account = await ctx.transaction((tx) => findAccount(tx, accountId))
  if (!account || account.disconnectedAt) throw new AppError('conflict', 'This Amazon account is disconnected.')
  const decrypted = account.isActive ? decryptAccount(ctx, account) : null
  if (decrypted) return decrypted
  const { name, authorizationError } = account
  throw new AppError(
    'conflict',
    authorizationError
      ? `Amazon no longer lets Lockstep into “${name}”. Authorize it again.`
      : `“${name}” has not been authorized at Amazon yet.`,
  )
}

/**
 * Amazon no longer lets us in: nothing more is asked of it until somebody authorises the account again. Whoever names
 * the token that was refused does no harm when the account has got another one meanwhile.
 */
export async function recordRefusedAuthorization(
  ctx: CompanyContext,
  accountId: string,
  reason: string,
  refusedToken?: string,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const account = await lockShownAccount(tx, accountId)
    if (!account?.isActive) return
    if (refusedToken !== undefined && decryptAccount(ctx, account)?.refreshToken !== refusedToken) return
    const after = { isActive: false, authorizationError: reason }
    await updateAccount(tx, accountId, after)
    await deleteSchedules(tx, accountId)
    await recordAudit(tx, ctx, {
      action: 'amazon.refuse',
      resource: 'amazon-account',
      resourceId: accountId,
      companyId: ctx.companyId,
      before: { isActive: true, authorizationError: null },
      after,
    })
    await ctx.publishChange(tx, 'marketplace')
  })
}
