import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { noTokens } from '../account-secrets.ts'
import { againOnCollision } from '../sync/take-turn.ts'
import { deleteSchedules, lockAccount, updateAccount } from '../queries/accounts.ts'
import { auditedAccount } from './audited-account.ts'

/** Forgets what opens the account. A sync that runs ends at its next step; what was synced stays. */
export async function disconnectAccount(ctx: CompanyContext, input: { id: string }): Promise<{ id: string }> {
  return againOnCollision(() => ctx.transaction((tx) => disconnect(tx, ctx, input.id)))
}

async function disconnect(tx: Tx, ctx: CompanyContext, id: string): Promise<{ id: string }> {
  const account = await lockAccount(tx, id)
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
    before: auditedAccount(account),
  })
  await ctx.announce(tx, 'marketplace')
  return { id: account.id }
}
