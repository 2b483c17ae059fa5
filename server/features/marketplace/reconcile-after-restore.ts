import type { CompanyContext } from '#server/platform/context.ts'
import { executeInventoryRun } from './sync/inventory-sync.ts'
import { listActiveAccounts, disableSending } from './account-queries.ts'
import { openRun } from './sync/request-sync.ts'

/** `refused` are those that Amazon lets nobody read, by name. */
export type ReconciledAccounts = { read: number; refused: string[] }

/**
 * On a database that was brought back: nothing of it goes to Amazon's listings until somebody starts a two-way sync again, since
 * Amazon may have newer values; and its stock is read, so that no channel is offered what was sold since.
 */
export async function reconcileAccounts(ctx: CompanyContext): Promise<ReconciledAccounts> {
  await ctx.transaction((tx) => disableSending(tx))
  const accounts = await ctx.transaction((tx) => listActiveAccounts(tx, ctx.companyId))
  const refused: string[] = []
  for (const { id: accountId, name } of accounts) {
    const request = { accountId, kind: 'inventory', mode: 'full', requestedBy: ctx.actor.name } as const
    const { runId } = await ctx.transaction((tx) => openRun(tx, ctx, request))
    if ('failed' in (await executeInventoryRun(ctx, runId))) refused.push(name)
  }
  return { read: accounts.length - refused.length, refused }
}
