import { isTooOld } from '#server/features/notifications/sending/pauses.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { latest, type Story, type Telling } from './fold-news.ts'
import { claimOf } from './claim-of.ts'
import type { Intake } from './intake-context.ts'
import { lineRow } from './line-row.ts'
import { messageOf } from './message-of.ts'
import type { NewOrder } from './new-orders.ts'
import type { OrderChange } from './order-change.ts'
import { orderRow } from './order-row.ts'
import { reopeningOf, updatedAtOf } from './reopening.ts'
import { nothingShipped, shippingOf } from './shipped-by-channel.ts'

/** What becomes of an order that comes in, with what its channel had said of it before. */
export function draftOrder(intake: Intake, { orderId, story, telling, before }: NewOrder, orderNumber: string) {
  const { ctx, now } = intake
  const { channelId, externalOrderId } = story
  const { order } = telling
  const isCancelled = before?.isCancelled || story.cancelledBy !== null
  const cancelledAt = latest(before?.cancelledAt ?? null, story.cancelledBy?.at ?? null)
  const moments = { updatedAt: updatedAtOf(telling), cancelledAt }
  const subject = { id: orderId, channelId, attentions: [] }
  const reopening = reopeningOf(intake, subject, moments, telling.by)
  const isShipped = !isCancelled && (before?.isShipped || story.shippedBy !== null)
  const shipping = isShipped ? shippingOf(intake, subject, story.shippedBy?.by ?? telling.by) : nothingShipped
  const lines = order.items.map((line, position) => lineRow(intake, { orderId, channelId }, line, position))
  const placedAt = order.placedAt ? new Date(order.placedAt) : (story.at ?? now)
  // A shop that has just been connected brings along what it sold before.
  const isNews = !isCancelled && !isShipped && !isTooOld(placedAt, now)
  const row = {
    companyId: ctx.companyId,
    id: orderId,
    orderNumber,
    channelId,
    externalOrderId,
    ...orderRow(intake, orderId, channelId, order),
    status: isCancelled ? ('cancelled' as const) : ('placed' as const),
    placedAt,
    channelUpdatedAt: story.at,
    cancelledAt: isCancelled ? now : null,
  }
  const change: OrderChange = {
    orderId,
    orderNumber,
    channelId,
    outcome: 'placed',
    holds: isCancelled ? 'unchanged' : 'placed',
    removedLines: [],
    standing: isCancelled ? null : { orderId, lines, difference: priceOrder(order).difference },
    claim: isCancelled ? null : claimOf({ orderId, channelId, placedAt }, order),
    raised: [...reopening.raised, ...shipping.raised],
    entries: [
      ...entriesOf(intake, { orderId, story, telling, isCancelled }),
      ...reopening.entries,
      ...shipping.entries,
    ],
    messages: isNews
      ? [{ ...messageOf(intake, { orderId, orderNumber, channelId }, 'order_placed', order), happenedAt: placedAt }]
      : [],
  }
  return { row, lines, change }
}

type Told = { orderId: string; story: Story; telling: Telling; isCancelled: boolean }

function entriesOf({ now, channelOf }: Intake, { orderId, story, telling, isCancelled }: Told): TimelineEntry[] {
  const { name } = channelOf(story.channelId)
  const lines = telling.order.items.length
  const placed: TimelineEntry = {
    orderId,
    event: 'order.placed',
    description: `Came in from ${name} as ${story.externalOrderId}, with ${lines === 1 ? 'one line' : `${lines} lines`}.`,
    by: telling.by,
    at: now,
  }
  if (!isCancelled) return [placed]
  const description = `${name} had cancelled the order before it came in.`
  return [placed, { orderId, event: 'order.cancelled', description, by: story.cancelledBy?.by ?? telling.by, at: now }]
}
