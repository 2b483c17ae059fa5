import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { CatalogJobs } from '#server/platform/jobs/catalog.ts'
import type { PayloadOf } from '#server/platform/jobs/definition.ts'
import { executeInventoryRun } from './carry-out-run.ts'
import { listActiveAccounts, type ActiveAccount } from './queries/accounts.ts'
import { openRun } from './request-sync.ts'

type Payload = PayloadOf<CatalogJobs, 'inventory.sync'>

/** Goes on with a run; without one it reads, in this process and one after another, one account or all. */
export async function runInventorySync(ctx: CompanyContext, payload: Payload): Promise<object> {
  if (payload.runId) return executeInventoryRun(ctx, payload.runId)
  const accounts = await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))
  const wanted = accounts.filter(({ id }) => payload.accountId === undefined || id === payload.accountId)
  if (wanted.length === 0) throw new AppError('conflict', 'No Amazon account is connected.')
  const results: object[] = []
  for (const account of wanted) {
    const runId = await startManualRun(ctx, account, payload.mode ?? 'full')
    results.push({ account: account.name, ...(await executeInventoryRun(ctx, runId)) })
  }
  return { accounts: results }
}

async function startManualRun(ctx: CompanyContext, account: ActiveAccount, mode: 'full' | 'delta'): Promise<string> {
  const request = { accountId: account.id, kind: 'inventory', mode, requestedBy: ctx.actor.name } as const
  const { runId, isNew } = await ctx.transaction((tx) => openRun(tx, ctx, request))
  if (!isNew) throw new AppError('conflict', `${account.name} is being synced already.`)
  return runId
}
