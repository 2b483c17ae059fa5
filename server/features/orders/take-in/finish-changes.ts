import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { prepareNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { followPromotions } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { judgeOrders } from '../attention/judge-orders.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import { resolveAttention } from '../attention/resolve-attention.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { deleteLines } from '../queries/revisions.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'
import type { Intake } from './intake-context.ts'
import type { OrderChange } from './order-change.ts'
import {
  attentionSettledBy,
  claimsOf,
  isAnythingNew,
  ordersThat,
  ordersToSchedule,
  stockMovedBy,
} from './what-follows.ts'

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
  const followed = await followPromotions(tx, ctx, claimsOf(changes, now))
  const differing = followed.differences.map((item) => ({ ...item, code: 'discount_differs' as const }))
  const judged = [...judgeOrders(standing, held), ...differing]
  const raised = [...changes.flatMap((change) => change.raised), ...judged]
  await raiseAttention(tx, companyId, now, raised)
  const settled = await resolveAttention(tx, companyId, attentionSettledBy(changes, raised), {
    at: now,
    resolution: 'The channel changed or cancelled the order',
  })
  const entries = [
    ...changes.flatMap((change) => change.entries),
    ...followed.entries.map((entry) => ({ ...entry, by: ctx.actor, at: now })),
    ...judged.map((item) => waits(intake, item)),
  ]
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, ordersToSchedule(intake, changes), now)
  const messages = changes.flatMap((change) => change.messages)
  await prepareNotifications(tx, ctx, messages)
  await tell(tx, ctx, changes, raised.length + settled.length > 0)
}

const waits = ({ ctx, now }: Intake, { orderId, reason }: { orderId: string; reason: string }): TimelineEntry => ({
  orderId,
  event: 'attention.raised',
  description: 'Waits for a person.',
  reason,
  by: ctx.actor,
  at: now,
})

async function tell(
  tx: Tx,
  ctx: CompanyContext,
  changes: readonly OrderChange[],
  isListChanged: boolean,
): Promise<void> {
  if (!isAnythingNew(changes)) return
  await ctx.announce(tx, 'orders')
  if (isListChanged) await announceAttention(tx, ctx)
  const stock = stockMovedBy(changes)
  if (stock === 'freed') await ctx.announce(tx, 'inventory')
  if (stock !== 'taken') return
  // Units that are taken clear no order that waits for some: only the screens and channels want to know.
  await ctx.tellBrowsers(tx, 'inventory')
  ctx.wake(tx, 'channels.push-offers')
}
