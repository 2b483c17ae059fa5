import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { againOnCollision } from '#server/platform/db/collisions.ts'
import { requestForAll } from '../sync/request-for-all.ts'
import { endPreviews } from './queries/previews.ts'
import { beginSending } from './queries/sending-accounts.ts'

/**
 * Brings all accounts and what is here in step, and lets the scheduled syncs do so from now on. A preview that is being
 * made gives way.
 */
export async function syncTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return againOnCollision(() =>
    ctx.transaction(async (tx) => {
      await endPreviews(tx, ctx.companyId, ctx.clock.now())
      await beginSending(tx, ctx.clock.now())
      return requestForAll(tx, ctx, { kind: 'two_way', mode: 'full', action: 'amazon.two-way-sync' })
    }),
  )
}
