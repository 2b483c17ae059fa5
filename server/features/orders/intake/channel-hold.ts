/*
 * Holds by the channel: a register with the newest statement. Statements are snapshots (which hold or release) and `held` events, which
 * only name the order. An older statement than the newest known one changes nothing; of two of the same moment the later arrival counts.
 */

import { asMessage, say } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { Actor } from '#server/platform/context.ts'
import type { OrderHold } from '#server/ports/channel.ts'
import type { AttentionToRaise } from '../attention/attention.ts'
import type { TimelineEntry } from '../timeline.ts'
import { type EarlierEvents, type HoldStatement, type KnownOrderState, latest } from './order-events.ts'
import { buildIncomingOrderMessage } from './order-notices.ts'
import type { IntakeContext } from './order-rows.ts'
import type { OrderToChange } from './revision-queries.ts'

/** The hold of a new order; null when it may be sent. */
export function holdOfNewOrder(statement: HoldStatement | null, earlier: EarlierEvents | null): HoldStatement | null {
  const held = earlier?.held ?? null
  const isOvertaken = held?.at && statement?.at && statement.at >= held.at
  const newest = held && !isOvertaken ? { ...held, by: statement?.by ?? null } : statement
  return newest?.hold ? newest : null
}

export const toHoldColumns = (statement: { hold: OrderHold | null; at: Date | null } | null) => ({
  channelHold: statement?.hold?.code ?? null,
  channelHoldReason: statement?.hold?.reason ?? null,
  channelHeldAt: statement?.hold ? statement.at : null,
})

type NewHeldOrder = { orderId: string; channelId: string | null; held: HoldStatement | null; by: Actor }

/** The timeline entry of an order that comes in on hold. */
export function planHeldEntry(
  { now, channelOf }: IntakeContext,
  { orderId, channelId, held, by }: NewHeldOrder,
): TimelineEntry[] {
  if (!held?.hold) return []
  const description = say('{channel} has the order on hold. It is not sent until the channel releases it.', {
    channel: channelOf(channelId).name,
  })
  const reason = asMessage(held.hold.reason)
  return [{ orderId, event: 'order.held_by_channel', description, reason, by: held.by ?? by, at: now }]
}

/** What a statement changes on a known order. */
export type HoldPlan = {
  columns: ReturnType<typeof toHoldColumns> | null
  /** Whether people notice: a repeated statement only moves the register's time. */
  isChanged: boolean
  raised: AttentionToRaise[]
  resolves: AttentionCode[]
  entries: TimelineEntry[]
  messages: OrderMessage[]
}

const noHoldChange: HoldPlan = {
  columns: null,
  isChanged: false,
  raised: [],
  resolves: [],
  entries: [],
  messages: [],
}

export function planHold(intake: IntakeContext, order: OrderToChange, state: KnownOrderState): HoldPlan {
  const statement = state.hold
  const knownAt = latest(state.known.channelUpdatedAt, order.channelHeldAt)
  if (!statement || (statement.at !== null && knownAt !== null && statement.at < knownAt)) return noHoldChange
  const columns = toHoldColumns(statement)
  const isSame = columns.channelHold === order.channelHold && columns.channelHoldReason === order.channelHoldReason
  if (isSame) return { ...noHoldChange, columns: statement.hold && columns }
  const hasEnded = order.status === 'delivered' || order.status === 'cancelled'
  if (hasEnded) return { ...noHoldChange, columns }
  const plan = { ...noHoldChange, columns, isChanged: true }
  return statement.hold
    ? {
        ...plan,
        ...heldNotice(intake, order, { orderId: order.id, hold: statement.hold, by: byOf(intake, statement) }),
      }
    : { ...plan, ...releasedNotice(intake, order, state) }
}

const byOf = ({ ctx }: IntakeContext, { by }: HoldStatement): Actor => by ?? ctx.actor

type HeldOrder = { orderId: string; hold: OrderHold; by: Actor }

/** What Amazon has already can't be kept back from here, so a person is told. */
function heldNotice(
  { now, channelOf }: IntakeContext,
  { channelId, isAtAmazon }: OrderToChange,
  { orderId, hold, by }: HeldOrder,
): Pick<HoldPlan, 'raised' | 'entries'> {
  const { name: channel } = channelOf(channelId)
  const why = asMessage(hold.reason)
  const reason = say('{channel} put the order on hold after it was sent to Amazon. {reason}', { channel, reason: why })
  const description = isAtAmazon
    ? say('{channel} put the order on hold after it was sent to Amazon.', { channel })
    : say('{channel} put the order on hold. It is not sent until the channel releases it.', { channel })
  return {
    raised: isAtAmazon ? [{ orderId, code: 'held_by_channel', reason }] : [],
    entries: [{ orderId, event: 'order.held_by_channel', description, reason: why, by, at: now }],
  }
}

/** A customer whose order came in on hold gets the first message now. */
function releasedNotice(
  intake: IntakeContext,
  order: OrderToChange,
  { latestSnapshot: snapshot, hold, cancelledBy }: KnownOrderState,
): Pick<HoldPlan, 'resolves' | 'entries' | 'messages'> {
  const { now, channelOf, ctx } = intake
  const { id: orderId, orderNumber, channelId } = order
  const by = hold?.by ?? ctx.actor
  const description = say('{channel} released the order.', { channel: channelOf(channelId).name })
  const isFirstMessageDue = order.cameInHeld && snapshot !== null && !order.isErased && cancelledBy === null
  return {
    resolves: ['held_by_channel'],
    entries: [{ orderId, event: 'order.released_by_channel', description, by, at: now }],
    messages: isFirstMessageDue
      ? [
          {
            ...buildIncomingOrderMessage(intake, { orderId, orderNumber, channelId }, 'order_placed', snapshot.order),
            happenedAt: now,
          },
        ]
      : [],
  }
}
