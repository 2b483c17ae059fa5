import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { prepareNotifications } from '#server/features/notifications/prepare-notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { announce } from '#server/platform/events/announce.ts'
import { judgedCodes, judgeOrders } from '../attention/judge-orders.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import { resolveAttention, type Settled } from '../attention/resolve-attention.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { deleteLines } from '../queries/revisions.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'
import type { Intake } from './intake-context.ts'
import type { OrderChange } from './order-change.ts'

/** All that follows from orders that came in, changed or were cancelled: holds, attention, timeline, messages. */
export async function finishChanges(tx: Tx, intake: Intake, changes: readonly OrderChange[]): Promise<void> {
  const { ctx, now } = intake
  const { companyId } = ctx
  const removedLines = changes.flatMap((change) => change.removedLines)
  const held = await followOrders(tx, {
    companyId,
    at: now,
    placed: ordersThat(changes, 'placed'),
    revised: ordersThat(changes, 'revised'),
    cancelled: ordersThat(changes, 'cancelled'),
    removedLines,
  })
  await deleteLines(tx, companyId, removedLines)
  const standing = changes.flatMap((change) => change.standing ?? [])
  const judged = judgeOrders(standing, held)
  const raised = [...changes.flatMap((change) => change.raised), ...judged]
  await raiseAttention(tx, companyId, now, raised)
  const settled = await settleAttention(tx, intake, changes, judged)
  const entries = [...changes.flatMap((change) => change.entries), ...judged.map((item) => waits(intake, item))]
  await recordTimeline(tx, companyId, entries)
  const going = changes.filter((change) => mayGo(intake, change)).map(idOf)
  await setFulfillAfter(tx, companyId, going, now)
  const messages = changes.flatMap((change) => change.messages)
  await prepareNotifications(tx, ctx, messages)
  await tell(tx, ctx, changes, raised.length + settled.length > 0)
}

const idOf = ({ orderId }: OrderChange): string => orderId

const ordersThat = (changes: readonly OrderChange[], holds: OrderChange['holds']): string[] =>
  changes.filter((change) => change.holds === holds).map(idOf)

/** What no longer keeps an order that has changed, or that is over, leaves the list. */
function settleAttention(tx: Tx, { ctx, now }: Intake, changes: readonly OrderChange[], judged: readonly Settled[]) {
  const kept = new Set(judged.map((item) => JSON.stringify([item.orderId, item.code])))
  const settled = changes
    .filter(({ holds }) => holds === 'revised' || holds === 'cancelled')
    .flatMap(({ orderId }) => judgedCodes.map((code): Settled => ({ orderId, code })))
    .filter(({ orderId, code }) => !kept.has(JSON.stringify([orderId, code])))
  return resolveAttention(tx, ctx.companyId, settled, {
    at: now,
    resolution: 'The channel changed or cancelled the order',
  })
}

const waits = ({ ctx, now }: Intake, { orderId, reason }: { orderId: string; reason: string }): TimelineEntry => ({
  orderId,
  event: 'attention.raised',
  description: 'Waits for a person.',
  reason,
  by: ctx.actor,
  at: now,
})

const mayGo = ({ channelOf }: Intake, { holds, channelId }: OrderChange): boolean =>
  holds === 'revised' || (holds === 'placed' && channelOf(channelId).config.autoFulfill)

async function tell(
  tx: Tx,
  ctx: CompanyContext,
  changes: readonly OrderChange[],
  isListChanged: boolean,
): Promise<void> {
  if (changes.every(({ outcome }) => outcome === 'nothing_new')) return
  await ctx.announce(tx, 'orders')
  if (isListChanged) await announceAttention(tx, ctx)
  if (changes.some(({ holds }) => holds === 'revised' || holds === 'cancelled')) return ctx.announce(tx, 'inventory')
  if (changes.every(({ holds }) => holds === 'unchanged')) return
  // Units that are taken clear no order that waits for some: only the screens and channels want to know.
  await announce(tx, ctx.companyId, 'inventory')
  ctx.wake(tx, 'channels.push-offers')
}
