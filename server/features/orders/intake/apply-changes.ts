import { say, type Sentence } from '#contract/i18n.ts'
import { recordRestockedOrders } from '#server/features/channels/offer-queries.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { applyOrderChanges } from '#server/features/inventory/holds.ts'
import { enqueueNotifications } from '#server/features/notifications/order-notifications.ts'
import { updateRedemptions } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { checkOrders } from '../attention/rules.ts'
import { raiseAttention, resolveAttention } from '../attention/attention.ts'
import { setFulfillAfter } from '../order-queries.ts'
import { deleteLines } from './revision-queries.ts'
import { recordTimeline, type TimelineEntry } from '../timeline.ts'
import type { IntakeContext } from './order-rows.ts'
import {
  type OrderChange,
  attentionResolvedBy,
  promotionClaimsOf,
  hasAnyChange,
  ordersRestockedByShops,
  ordersWithHolds,
  ordersToSchedule,
  stockChangeOf,
} from './order-change.ts'

/**
 * Writes the side effects of placed, revised and cancelled orders: holds, promotions, attention, timeline, schedule,
 * messages.
 */
export async function applyChanges(tx: Tx, intake: IntakeContext, changes: readonly OrderChange[]): Promise<void> {
  const { ctx, now } = intake
  const { companyId } = ctx
  const removedLines = changes.flatMap((change) => change.removedLines)
  const restocked = ordersRestockedByShops(intake, changes)
  const held = await applyOrderChanges(tx, {
    companyId,
    at: now,
    placed: ordersWithHolds(changes, 'placed'),
    revised: ordersWithHolds(changes, 'revised'),
    cancelled: ordersWithHolds(changes, 'cancelled'),
    removedLines,
    unchanged: restocked,
  })
  await deleteLines(tx, companyId, removedLines)
  const ordersToCheck = changes.flatMap((change) => change.orderToCheck ?? [])
  const redemptions = await updateRedemptions(tx, ctx, promotionClaimsOf(changes, now))
  const differing = redemptions.differences.map((item) => ({ ...item, code: 'discount_differs' as const }))
  const problems = [...checkOrders(ordersToCheck, held), ...differing]
  const raised = [...changes.flatMap((change) => change.raised), ...problems]
  await raiseAttention(tx, companyId, now, raised)
  const resolved = await resolveAttention(tx, companyId, attentionResolvedBy(changes, raised), {
    at: now,
    resolution: 'The channel changed or cancelled the order',
  })
  if (restocked.length > 0 && (await recordRestockedOrders(tx, companyId, restocked)) > 0) {
    ctx.triggerWorker(tx, 'channels.push-offers')
  }
  const entries = [
    ...changes.flatMap((change) => change.entries),
    ...redemptions.entries.map((entry) => ({ ...entry, by: ctx.actor, at: now })),
    ...problems.map((item) => attentionEntry(intake, item)),
  ]
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, ordersToSchedule(intake, changes), now)
  const messages = changes.flatMap((change) => change.messages)
  await enqueueNotifications(tx, ctx, messages)
  await publishChanges(tx, ctx, changes, raised.length + resolved.length > 0)
}

const attentionEntry = (
  { ctx, now }: IntakeContext,
  { orderId, reason }: { orderId: string; reason: Sentence },
): TimelineEntry => ({
  orderId,
  event: 'attention.raised',
  description: say('Needs attention'),
  reason,
  by: ctx.actor,
  at: now,
})

async function publishChanges(
  tx: Tx,
  ctx: CompanyContext,
  changes: readonly OrderChange[],
  isListChanged: boolean,
): Promise<void> {
  if (!hasAnyChange(changes)) return
  await ctx.publishChange(tx, 'orders')
  if (isListChanged) await publishAttentionChange(tx, ctx)
  const stock = stockChangeOf(changes)
  if (stock === 'released') await ctx.publishChange(tx, 'inventory')
  if (stock !== 'held') return
  // Held units can't clear a waiting order, so only browsers and channel offers are updated.
  await ctx.notifyBrowsers(tx, 'inventory')
  ctx.triggerWorker(tx, 'channels.push-offers')
}
