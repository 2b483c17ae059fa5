import { say } from '#contract/i18n.ts'
import { isTooOld } from '#server/features/notifications/sending/sending-rules.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { latest, type ChannelOrderState, type SnapshotEvent, type NewOrder } from './order-events.ts'
import { toPromotionClaim } from './promotion-claim.ts'
import { type IntakeContext, toLineRow, toOrderColumns } from './order-rows.ts'
import {
  buildIncomingOrderMessage,
  planReopenedNotice,
  channelUpdateTime,
  noShippedNotice,
  planAddressNotice,
  planShippedNotice,
} from './order-notices.ts'
import { holdOfNewOrder, planHeldEntry, toHoldColumns } from './channel-hold.ts'
import type { OrderChange } from './order-change.ts'

/** Builds the rows and the change of a new order, including events that arrived before it. */
export function buildNewOrder(
  intake: IntakeContext,
  { orderId, state, snapshot, earlier }: NewOrder,
  orderNumber: string,
) {
  const { ctx, now } = intake
  const { channelId, externalOrderId } = state
  const owner = { orderId, orderNumber, channelId }
  const { order } = snapshot
  const isCancelled = earlier?.isCancelled || state.cancelledBy !== null
  const cancelledAt = latest(earlier?.cancelledAt ?? null, state.cancelledBy?.at ?? null)
  const channelTimes = { updatedAt: channelUpdateTime(snapshot), cancelledAt }
  const subject = { id: orderId, channelId, attentions: [] }
  const reopened = planReopenedNotice(intake, subject, channelTimes, snapshot.by)
  const isShipped = !isCancelled && (earlier?.isShipped || state.shippedBy !== null)
  const shipped = isShipped ? planShippedNotice(intake, subject, state.shippedBy?.by ?? snapshot.by) : noShippedNotice
  const lines = order.items.map((line, position) => toLineRow(intake, { orderId, channelId }, line, position))
  const held = holdOfNewOrder(state.hold, earlier)
  const placedAt = order.placedAt ? new Date(order.placedAt) : (state.at ?? now)
  // A newly connected shop delivers old orders too: their customers get no message. Those of a held order get it when it is released.
  const isRecent = !isCancelled && !isShipped && !held && !isTooOld(placedAt, now)
  const row = {
    companyId: ctx.companyId,
    id: orderId,
    orderNumber,
    channelId,
    externalOrderId,
    ...toOrderColumns(intake, orderId, channelId, order),
    ...(snapshot.manual?.hasOwnNumber === false && { externalNumber: orderNumber }),
    status: isCancelled ? ('cancelled' as const) : ('placed' as const),
    placedAt,
    channelUpdatedAt: state.at,
    cancelledAt: isCancelled ? now : null,
    ...toHoldColumns(held),
  }
  const change: OrderChange = {
    ...owner,
    outcome: 'placed',
    holds: isCancelled ? 'unchanged' : 'placed',
    isHoldChanged: false,
    mayRestock: false,
    resolves: [],
    removedLines: [],
    orderToCheck: isCancelled ? null : { orderId, lines, difference: priceOrder(order).difference },
    claim: isCancelled || channelId === null ? null : toPromotionClaim({ orderId, channelId, placedAt }, order),
    raised: [...reopened.raised, ...shipped.raised, ...(isCancelled ? [] : planAddressNotice(orderId, order))],
    entries: [
      ...timelineEntriesOf(intake, { orderId, state, snapshot, isCancelled }),
      ...reopened.entries,
      ...shipped.entries,
      ...(isCancelled ? [] : planHeldEntry(intake, { orderId, channelId, held, by: snapshot.by })),
    ],
    messages: isRecent ? placedMessages(intake, owner, snapshot, placedAt) : [],
  }
  return { row, lines, change }
}

type MessageOwner = Pick<OrderChange, 'orderId' | 'orderNumber' | 'channelId'>

/** The company need not be told of an order that it entered itself. */
function placedMessages(
  intake: IntakeContext,
  owner: MessageOwner,
  { manual, order }: SnapshotEvent,
  happenedAt: Date,
): OrderChange['messages'] {
  const message = { ...buildIncomingOrderMessage(intake, owner, 'order_placed', order), happenedAt }
  if (!manual) return [message]
  return manual.messagesCustomer ? [{ ...message, isForCustomerOnly: true }] : []
}

type NewOrderFacts = { orderId: string; state: ChannelOrderState; snapshot: SnapshotEvent; isCancelled: boolean }

function timelineEntriesOf(
  { now, channelOf }: IntakeContext,
  { orderId, state, snapshot, isCancelled }: NewOrderFacts,
): TimelineEntry[] {
  const { name } = channelOf(state.channelId)
  const placed: TimelineEntry = {
    orderId,
    event: 'order.placed',
    description:
      snapshot.manual?.description ??
      say('Received from {channel} (order {externalOrderId}, {items, plural, one {# item} other {# items}})', {
        channel: name,
        externalOrderId: state.externalOrderId,
        items: snapshot.order.items.length,
      }),
    by: snapshot.by,
    at: now,
  }
  if (!isCancelled) return [placed]
  const description = say('{channel} had cancelled the order before it arrived.', { channel: name })
  return [placed, { orderId, event: 'order.cancelled', description, by: state.cancelledBy?.by ?? snapshot.by, at: now }]
}
