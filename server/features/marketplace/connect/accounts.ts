import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { AmazonAccount } from '#contract/marketplace.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import {
  type AccountRecord,
  deleteSchedules,
  listShownAccounts,
  lockShownAccount,
  lockShownAccountOrThrow,
  updateAccount,
} from '../account-queries.ts'
import { noTokens } from '../amazon-access.ts'
import { requestSync } from '../sync/request-sync.ts'

export async function listAccounts(ctx: CompanyContext, input: { companyId: string }): Promise<AmazonAccount[]> {
  if (input.companyId !== ctx.companyId) throw new AppError('not_found', say('This company doesn’t exist.'))
  const accounts = await ctx.read(listShownAccounts)
  return accounts.map((account) => ({
    ...account,
    authorizationError: translateStored(ctx, account.authorizationError),
  }))
}

/** Deletes the account's tokens. A running sync ends at its next step; synced data stays. */
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

/** Amazon accepts the refresh token again that it had refused: reactivates the account and syncs its inventory. */
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

/** The fields of an account for the audit log, without secrets. */
export const toAuditedAccount = ({ name, sellerId, region, marketplaceIds, isActive }: AccountRecord) => ({
  name,
  sellerId,
  region,
  marketplaceIds,
  isActive,
})
