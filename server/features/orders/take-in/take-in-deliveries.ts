import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { markFailed, markIgnored, markTakenIn, type Failed } from '#server/features/channels/inbox/queries/outcomes.ts'
import { markToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import { newsIn, outcomesOf } from './outcomes-of.ts'
import type { ReadDelivery } from './read-delivery.ts'
import { takeIn } from './take-in.ts'
import { noneYet, type Tally } from './tally.ts'

/** Takes in what deliveries say, and notes at each what became of it, all in one transaction. */
export async function takeInDeliveries(tx: Tx, ctx: CompanyContext, read: readonly ReadDelivery[]): Promise<Tally> {
  if (read.length === 0) return noneYet
  const { takenIn, ignored, failed, toFetch } = outcomesOf(read, await takeIn(tx, ctx, newsIn(read)))
  const now = ctx.clock.now()
  await markTakenIn(tx, ctx.companyId, now, takenIn)
  await markIgnored(tx, ctx.companyId, now, ignored)
  await failDeliveries(tx, ctx, failed)
  await leaveToFetch(tx, ctx, toFetch)
  // Only for the screens: this drain looks for more by itself.
  await ctx.tellBrowsers(tx, 'channels')
  return { takenIn: takenIn.length, ignored: ignored.length, failed: failed.length }
}

/** Their channel is asked for them by a job of its own, so that its silence keeps nobody waiting here. */
async function leaveToFetch(tx: Tx, ctx: CompanyContext, toFetch: readonly { id: string }[]): Promise<void> {
  if (toFetch.length === 0) return
  const ids = toFetch.map(({ id }) => id)
  await markToFetch(tx, ctx.companyId, ids, ctx.clock.now())
  ctx.wake(tx, 'orders.fetch')
}

/** They wait for a person, who can take them in again. */
export async function failDeliveries(tx: Tx, ctx: CompanyContext, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return
  await markFailed(tx, ctx.companyId, failed)
  const raised = failed.map(({ id, error }) => ({
    deliveryId: id,
    code: 'webhook_not_understood' as const,
    reason: error,
  }))
  await raiseAttention(tx, ctx.companyId, ctx.clock.now(), raised)
  await announceAttention(tx, ctx)
}
