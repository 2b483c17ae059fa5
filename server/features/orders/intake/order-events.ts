import type { Sentence } from '#contract/i18n.ts'
import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { Actor } from '#server/platform/context.ts'
import type { OrderHold } from '#server/ports/channel.ts'

/** One event of a channel about one of its orders. */
export type OrderEvent = {
  /** Null for an order that a person entered. */
  channelId: string | null
  externalOrderId: string
  eventType: OrderEventType | 'order.shipped' | 'order.held'
  /** Event time by the channel's clock; null when the channel gives none. */
  at: Date | null
  /** Snapshot of the order; null when the event only names a cancelled, shipped or held order. */
  order: OrderData | null
  /** Of `order.held`. */
  hold?: OrderHold
  /** Actor for the timeline. */
  by: Actor
  /** Of an order without a channel. */
  manual?: ManualEntry
}

/** How a person entered an order that no channel sold. */
export type ManualEntry = {
  /** First entry of the timeline, without personal data. */
  description: Sentence
  /** A known customer, who is found by this id if the order has no e-mail address. */
  customerId: string | null
  /** Whether the customer gets our emails and texts about the order. */
  messagesCustomer: boolean
  /** Whether it got a number of its own; otherwise ours is its only one. */
  hasOwnNumber: boolean
}

export type SnapshotEvent = OrderEvent & { order: OrderData }

export type IncomingLine = OrderData['items'][number]

/** An order that is stored already. */
export type KnownOrder = {
  channelId: string | null
  externalOrderId: string
  orderId: string
  orderNumber: string
  channelUpdatedAt: Date | null
  /** Whether it no longer follows its channel. */
  isClosed: boolean
}

/** What the channel last said about keeping the order back; `hold` is null when it may be sent. */
export type HoldStatement = { hold: OrderHold | null; at: Date | null; by: Actor | null }

/** State of one order after a batch of events. */
export type ChannelOrderState = {
  channelId: string | null
  externalOrderId: string
  known: KnownOrder | null
  /** The event with the newest snapshot; null when the stored order is as new. */
  latestSnapshot: SnapshotEvent | null
  /** Time of the newest known event. */
  at: Date | null
  cancelledBy: OrderEvent | null
  /** The event by which the channel reports that it shipped the order itself. */
  shippedBy: OrderEvent | null
  /** The newest statement of these events about a hold. */
  hold: HoldStatement | null
  /** Events that are older than what was known. */
  lateEvents: readonly OrderEvent[]
}

export type KnownOrderState = ChannelOrderState & { known: KnownOrder }

/**
 * Reduces events to one state per order. Commutative and idempotent: the newest snapshot wins, `order.created` counts
 * as the oldest event, a cancellation is final, and the newest statement decides whether the order is on hold.
 */
export function reduceEvents(
  events: readonly OrderEvent[],
  known: readonly KnownOrder[],
): Map<string, ChannelOrderState> {
  const knownOf = new Map(known.map((order) => [orderKey(order), order]))
  const states = new Map<string, ChannelOrderState>()
  for (const event of events) {
    const key = orderKey(event)
    states.set(key, applyEvent(states.get(key) ?? initialState(event, knownOf.get(key) ?? null), event))
  }
  return states
}

/** Map key of an order of a channel. */
export const orderKey = ({
  channelId,
  externalOrderId,
}: {
  channelId: string | null
  externalOrderId: string
}): string => `${channelId} ${externalOrderId}`

const initialState = ({ channelId, externalOrderId }: OrderEvent, known: KnownOrder | null): ChannelOrderState => ({
  channelId,
  externalOrderId,
  known,
  latestSnapshot: null,
  at: known?.channelUpdatedAt ?? null,
  cancelledBy: null,
  shippedBy: null,
  hold: null,
  lateEvents: [],
})

function applyEvent(state: ChannelOrderState, event: OrderEvent): ChannelOrderState {
  if (event.eventType === 'order.shipped') return { ...state, shippedBy: event }
  if (event.hold) return { ...state, hold: newestHold(state.hold, { hold: event.hold, at: event.at, by: event.by }) }
  const cancelledBy = event.eventType === 'order.cancelled' ? newestOf(state.cancelledBy, event) : state.cancelledBy
  if (!isSnapshot(event)) return { ...state, cancelledBy }
  if (isNewer(event, state)) {
    const hold = newestHold(state.hold, { hold: event.order.hold ?? null, at: event.at, by: event.by })
    return { ...state, cancelledBy, hold, latestSnapshot: event, at: latest(state.at, event.at) }
  }
  return isOlder(event, state)
    ? { ...state, cancelledBy, lateEvents: [...state.lateEvents, event] }
    : { ...state, cancelledBy }
}

/** Only `order.created` may have no time; it is the oldest event. */
function newestHold(known: HoldStatement | null, next: HoldStatement): HoldStatement {
  if (known === null || known.at === null) return next
  return next.at !== null && next.at >= known.at ? next : known
}

const isSnapshot = (event: OrderEvent): event is SnapshotEvent => event.order !== null

function isNewer({ eventType, at }: OrderEvent, state: ChannelOrderState): boolean {
  if (!state.known && !state.latestSnapshot) return true
  return eventType !== 'order.created' && (state.at === null || at === null || at >= state.at)
}

const isOlder = ({ at }: OrderEvent, state: ChannelOrderState): boolean =>
  at !== null && state.at !== null && at < state.at

const newestOf = (one: OrderEvent | null, other: OrderEvent): OrderEvent =>
  one?.at && other.at && one.at > other.at ? one : other

/** The later of two times; null only when both are. */
export const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one > other ? one : other

/** An order that is not stored yet, with events that arrived before it. */
export type NewOrder = {
  orderId: string
  state: ChannelOrderState
  snapshot: SnapshotEvent
  earlier: EarlierEvents | null
}

/** What events said of an order before it came in; `held` is the newest hold. */
export type EarlierEvents = {
  isCancelled: boolean
  cancelledAt: Date | null
  isShipped: boolean
  held: { hold: OrderHold; at: Date } | null
}

/**
 * Result of one event. `remembered`: the order is unknown; it will come in as cancelled, shipped or held. `nothing_new`: the
 * event was known or stale.
 */
export type IngestResult =
  | {
      outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
      orderId: string
      orderNumber: string
      isNew: boolean
    }
  | { outcome: 'remembered'; orderId: null; orderNumber: null; isNew: false }
