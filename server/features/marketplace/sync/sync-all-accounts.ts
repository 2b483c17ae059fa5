import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { requestSyncOfAll } from './request-for-all.ts'

export async function syncAllAccounts(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction((tx) =>
    requestSyncOfAll(tx, ctx, { kind: 'inventory', mode: 'full', action: 'inventory.sync' }),
  )
}
