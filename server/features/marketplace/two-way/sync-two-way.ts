import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { requestSyncOfAll } from '../sync/request-for-all.ts'
import { endRunningPreviews } from './queries/previews.ts'
import { enableSending } from './queries/sending-accounts.ts'

/**
 * Brings all accounts and what is here in step, and lets the scheduled syncs do so from now on. A preview that is being
 * made gives way.
 */
export async function syncTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await endRunningPreviews(tx, ctx.companyId, ctx.clock.now())
      await enableSending(tx, ctx.clock.now())
      return requestSyncOfAll(tx, ctx, { kind: 'two_way', mode: 'full', action: 'amazon.two-way-sync' })
    }),
  )
}
