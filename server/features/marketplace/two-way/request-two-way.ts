import { AppError } from '#contract/errors.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listActiveAccounts } from '../sync/queries/accounts.ts'
import { getRuns } from '../sync/queries/run-list.ts'
import { requestSync } from '../sync/request-sync.ts'

type Asked = { mode: 'full' | 'dry_run'; action: string }

/** Starts a two-way sync, or the preview of one, of every account that is connected. */
export async function requestTwoWay(tx: Tx, ctx: CompanyContext, { mode, action }: Asked): Promise<SyncRun[]> {
  const { companyId, actor } = ctx
  const accounts = await listActiveAccounts(tx, companyId)
  if (accounts.length === 0) throw new AppError('conflict', 'No Amazon account is connected.')
  const runIds: string[] = []
  for (const { id: accountId } of accounts) {
    runIds.push(await requestSync(tx, ctx, { accountId, kind: 'two_way', mode, requestedBy: actor.name }))
  }
  await recordAudit(tx, ctx, {
    action,
    resource: 'amazon-account',
    resourceId: null,
    companyId,
    after: { accounts: accounts.map(({ name }) => name) },
  })
  await ctx.announce(tx, 'marketplace')
  return getRuns(tx, { companyId, now: ctx.clock.now() }, runIds)
}
