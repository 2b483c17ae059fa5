import type { CompanyContext } from '#server/platform/context.ts'
import { executeInventoryRun } from './sync/inventory-sync.ts'
import { listActiveAccounts, disableSending } from './account-queries.ts'
import { openRun } from './sync/request-sync.ts'

/** `refused` holds the names of accounts that Amazon did not let us read. */
type ReconciledAccounts = { read: number; refused: string[] }

/**
 * Runs after a database restore. Nothing is written to Amazon's listings until a user starts a two-way sync again,
 * because Amazon may have newer values. Stock is read at once, so that channels do not offer units sold since the
 * backup.
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
