import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import {
  markFailed,
  markIgnored,
  markIngested,
  type FailedDelivery,
} from '#server/features/channels/inbox/queries/outcomes.ts'
import { scheduleFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import { eventsIn, deliveryOutcomes } from './outcomes-of.ts'
import type { DeliveryContent } from './read-delivery.ts'
import { ingestEvents } from './take-in.ts'
import { noCounts, type RunCounts } from './tally.ts'

/** Takes in what deliveries say, and notes at each what became of it, all in one transaction. */
export async function ingestDeliveries(
  tx: Tx,
  ctx: CompanyContext,
  parsed: readonly DeliveryContent[],
): Promise<RunCounts> {
  if (parsed.length === 0) return noCounts
  const { takenIn, ignored, failed, toFetch } = deliveryOutcomes(parsed, await ingestEvents(tx, ctx, eventsIn(parsed)))
  const now = ctx.clock.now()
  await markIngested(tx, ctx.companyId, now, takenIn)
  await markIgnored(tx, ctx.companyId, now, ignored)
  await failDeliveries(tx, ctx, failed)
  await deferToFetch(tx, ctx, toFetch)
  // Only for the screens: this drain looks for more by itself.
  await ctx.notifyBrowsers(tx, 'channels')
  return { takenIn: takenIn.length, ignored: ignored.length, failed: failed.length }
}

/** Their channel is asked for them by a job of its own, so that its silence keeps nobody waiting here. */
async function deferToFetch(tx: Tx, ctx: CompanyContext, toFetch: readonly { id: string }[]): Promise<void> {
  if (toFetch.length === 0) return
  const ids = toFetch.map(({ id }) => id)
  await scheduleFetch(tx, ctx.companyId, ids, ctx.clock.now())
  ctx.triggerWorker(tx, 'orders.fetch')
}

/** They wait for a person, who can take them in again. */
export async function failDeliveries(tx: Tx, ctx: CompanyContext, failed: readonly FailedDelivery[]): Promise<void> {
  if (failed.length === 0) return
  await markFailed(tx, ctx.companyId, failed)
  const raised = failed.map(({ id, error }) => ({
    deliveryId: id,
    code: 'webhook_not_understood' as const,
    reason: error,
  }))
  await raiseAttention(tx, ctx.companyId, ctx.clock.now(), raised)
  await publishAttentionChange(tx, ctx)
}
