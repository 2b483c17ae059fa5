import { AppError } from '#contract/errors.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listActiveAccounts } from './queries/accounts.ts'
import { getRuns } from './queries/run-list.ts'
import type { NewRun } from './queries/runs.ts'
import { requestSync } from './request-sync.ts'

type SyncOfAll = Pick<NewRun, 'kind' | 'mode'> & { action: string }

/** Starts a sync of every account that is connected; one that runs already is left to run. Answers the runs. */
export async function requestSyncOfAll(
  tx: Tx,
  ctx: CompanyContext,
  { action, ...asked }: SyncOfAll,
): Promise<SyncRun[]> {
  const { companyId, actor } = ctx
  const accounts = await listActiveAccounts(tx, companyId)
  if (accounts.length === 0) throw new AppError('conflict', 'No Amazon account is connected.')
  const runIds: string[] = []
  for (const { id: accountId } of accounts) {
    runIds.push(await requestSync(tx, ctx, { accountId, ...asked, requestedBy: actor.name }))
  }
  await recordAudit(tx, ctx, {
    action,
    resource: 'amazon-account',
    resourceId: null,
    companyId,
    after: { accounts: accounts.map(({ name }) => name) },
  })
  await ctx.publishChange(tx, 'marketplace')
  return getRuns(tx, { companyId, now: ctx.clock.now() }, runIds)
}
