import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { requestForAll } from './request-for-all.ts'

export async function syncAllAccounts(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction((tx) => requestForAll(tx, ctx, { kind: 'inventory', mode: 'full', action: 'inventory.sync' }))
}
