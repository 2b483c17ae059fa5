import type { AttentionCode } from '#contract/order-words.ts'
import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { prepareNotifications } from '#server/features/notifications/prepare-notifications.ts'
import { followPromotions, type ChangedClaims } from '#server/features/promotions/redeeming/follow-promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { judgedCodes, judgeOrders } from '../attention/judge-orders.ts'
import { raiseAttention, type Raised } from '../attention/raise-attention.ts'
import { resolveAttention, type Settled } from '../attention/resolve-attention.ts'
import { codesOfOpenOrders } from '../fulfillment/news/chapter.ts'
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
  const followed = await followPromotions(tx, ctx, claimsOf(changes, now))
  const differing = followed.differences.map((item) => ({ ...item, code: 'discount_differs' as const }))
  const judged = [...judgeOrders(standing, held), ...differing]
  const raised = [...changes.flatMap((change) => change.raised), ...judged]
  await raiseAttention(tx, companyId, now, raised)
  const settled = await settleAttention(tx, intake, changes, raised)
  const entries = [
    ...changes.flatMap((change) => change.entries),
    ...followed.entries.map((entry) => ({ ...entry, by: ctx.actor, at: now })),
    ...judged.map((item) => waits(intake, item)),
  ]
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

const claimsOf = (changes: readonly OrderChange[], at: Date): ChangedClaims => ({
  placed: changes.flatMap(({ holds, claim }) => (holds === 'placed' && claim ? [claim] : [])),
  revised: changes.flatMap(({ holds, claim }) => (holds === 'revised' && claim ? [claim] : [])),
  cancelled: ordersThat(changes, 'cancelled'),
  at,
})

const settledBy: Record<OrderChange['holds'], readonly AttentionCode[]> = {
  placed: [],
  unchanged: [],
  revised: judgedCodes,
  cancelled: codesOfOpenOrders,
}

/** What the channel takes off is judged only where something changed that it depends on. */
const codesSettledBy = ({ holds, claim }: OrderChange): AttentionCode[] => [
  ...settledBy[holds],
  ...(holds === 'revised' && claim ? ['discount_differs' as const] : []),
]

const keyOf = (item: Settled | Raised): string => JSON.stringify(['orderId' in item && item.orderId, item.code])

/** What no longer keeps an order that has changed leaves the list, and all that does where the order is over. */
function settleAttention(tx: Tx, { ctx, now }: Intake, changes: readonly OrderChange[], raised: readonly Raised[]) {
  const kept = new Set(raised.map(keyOf))
  const settled = changes
    .flatMap((change) => codesSettledBy(change).map((code): Settled => ({ orderId: change.orderId, code })))
    .filter((item) => !kept.has(keyOf(item)))
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

/** Or may no more: what has come to keep an order takes its turn away. */
const mayGo = ({ channelOf }: Intake, { holds, channelId, raised }: OrderChange): boolean =>
  holds === 'revised' || raised.length > 0 || (holds === 'placed' && channelOf(channelId).config.autoFulfill)

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
  await ctx.tellBrowsers(tx, 'inventory')
  ctx.wake(tx, 'channels.push-offers')
}
