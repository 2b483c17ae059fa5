import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { againOnCollision } from '../sync/take-turn.ts'
import { endPreviews } from './queries/previews.ts'
import { beginSending } from './queries/sending-accounts.ts'
import { requestTwoWay } from './request-two-way.ts'

/**
 * Brings all accounts and what is here in step, and lets the scheduled syncs do so from now on. A preview that is being
 * made gives way.
 */
export async function syncTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return againOnCollision(() =>
    ctx.transaction(async (tx) => {
      await endPreviews(tx, ctx.companyId, ctx.clock.now())
      await beginSending(tx, ctx.clock.now())
      return requestTwoWay(tx, ctx, { mode: 'full', action: 'amazon.two-way-sync' })
    }),
  )
}
