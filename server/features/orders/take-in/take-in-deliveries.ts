import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { markFailed, markIgnored, markTakenIn, type Failed } from '#server/features/channels/inbox/queries/outcomes.ts'
import { markToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import type { News, Taken } from './news.ts'
import type { ReadDelivery } from './read-delivery.ts'
import { takeIn } from './take-in.ts'
import { noneYet, type Tally } from './tally.ts'

/** Takes in what deliveries say, and notes at each what became of it, all in one transaction. */
export async function takeInDeliveries(tx: Tx, ctx: CompanyContext, read: readonly ReadDelivery[]): Promise<Tally> {
  if (read.length === 0) return noneYet
  const told = read.filter((delivery) => delivery.kind === 'news')
  const news = told.map((delivery) => delivery.news)
  const taken = await takeIn(tx, ctx, news)
  const outcomes = told.map(({ id, news }, index) => outcomeOf(id, news, taken[index]))
  const now = ctx.clock.now()
  const takenIn = outcomes.flatMap((outcome) => ('why' in outcome ? [] : [outcome]))
  const ignored = [
    ...outcomes.flatMap((outcome) => ('why' in outcome ? [outcome] : [])),
    ...read.filter((delivery) => delivery.kind === 'nothing'),
  ]
  const failed = read.filter((delivery) => delivery.kind === 'failed')
  const toFetch = read.filter((delivery) => delivery.kind === 'fetch')
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

const cancelledBefore = 'The order has not come in yet; when it does, it is cancelled.'
const shippedBefore = 'The order is shipped already, so there is nothing to send.'

function outcomeOf(id: string, { eventType, externalOrderId, at }: News, taken: Taken | undefined) {
  const read = { id, eventType, externalOrderId, eventAt: at }
  if (!taken?.orderId) return { ...read, why: eventType === 'order.shipped' ? shippedBefore : cancelledBefore }
  const { orderId } = taken
  return taken.outcome === 'nothing_new' ? { ...read, orderId, why: 'It says nothing new.' } : { ...read, orderId }
}
