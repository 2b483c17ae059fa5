import { AppError } from '#contract/errors.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listActiveAccounts } from './queries/accounts.ts'
import { getRuns } from './queries/run-list.ts'
import { requestSync } from './request-sync.ts'

export async function syncAllAccounts(ctx: CompanyContext): Promise<SyncRun[]> {
  const { companyId, actor } = ctx
  return ctx.transaction(async (tx) => {
    const accounts = await listActiveAccounts(tx, companyId)
    if (accounts.length === 0) throw new AppError('conflict', 'No Amazon account is connected.')
    const runIds: string[] = []
    for (const { id: accountId } of accounts) {
      runIds.push(await requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: actor.name }))
    }
    await recordAudit(tx, ctx, {
      action: 'inventory.sync',
      resource: 'amazon-account',
      resourceId: null,
      companyId,
      after: { accounts: accounts.map(({ name }) => name) },
    })
    await ctx.announce(tx, 'marketplace')
    return getRuns(tx, { companyId, now: ctx.clock.now() }, runIds)
  })
}
