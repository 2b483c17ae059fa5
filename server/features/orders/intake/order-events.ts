import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { Actor } from '#server/platform/context.ts'

/** An order that is not here yet, with what came of it before it. */
export type NewOrder = {
  orderId: string
  state: ChannelOrderState
  snapshot: SnapshotEvent
  before: EarlierEvents | null
}

/** One thing that a channel said of one of its orders. */
export type OrderEvent = {
  channelId: string
  externalOrderId: string
  eventType: OrderEventType | 'order.shipped'
  /** When it happened, by the channel's clock; null where the channel does not say. */
  at: Date | null
  /** The order as it stood then; null when only the id of a cancelled or shipped one is told. */
  order: OrderData | null
  /** Who said it, for the timeline. */
  by: Actor
}

/**
 * What became of it. `remembered`: cancelled or shipped before it has come in, so that it will come in as that.
 * `nothing_new`: it was known, or overtaken by what is known.
 */
export type IngestResult =
  | {
      outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
      orderId: string
      orderNumber: string
      isNew: boolean
    }
  | { outcome: 'remembered'; orderId: null; orderNumber: null; isNew: false }

/** An order that is here already. */
export type KnownOrder = {
  channelId: string
  externalOrderId: string
  orderId: string
  orderNumber: string
  channelUpdatedAt: Date | null
  /** Whether it is too late for it to follow its channel. */
  isClosed: boolean
}

export type SnapshotEvent = OrderEvent & { order: OrderData }

/** All that a batch of news says of one order. */
export type ChannelOrderState = {
  channelId: string
  externalOrderId: string
  known: KnownOrder | null
  /** The news that tell how the order stands now; null when what is known is as new. */
  telling: SnapshotEvent | null
  /** When the newest thing happened that is known of it. */
  at: Date | null
  cancelledBy: OrderEvent | null
  /** The news that the channel has shipped it by itself. */
  shippedBy: OrderEvent | null
  /** News that were overtaken by newer ones. */
  late: readonly OrderEvent[]
}

export type KnownOrderState = ChannelOrderState & { known: KnownOrder }

/** One text for one order of one channel. */
export const orderKey = ({ channelId, externalOrderId }: { channelId: string; externalOrderId: string }): string =>
  `${channelId} ${externalOrderId}`

/**
 * Brings news together by order. The end is the same in whatever order they come and however often: an order stands as
 * the newest news tell it, the news of its creation are the oldest there are, and once cancelled it stays cancelled.
 */
export function reduceEvents(
  news: readonly OrderEvent[],
  known: readonly KnownOrder[],
): Map<string, ChannelOrderState> {
  const knownOf = new Map(known.map((order) => [orderKey(order), order]))
  const states = new Map<string, ChannelOrderState>()
  for (const one of news) {
    const key = orderKey(one)
    states.set(key, applyEvent(states.get(key) ?? initialState(one, knownOf.get(key) ?? null), one))
  }
  return states
}

const initialState = ({ channelId, externalOrderId }: OrderEvent, known: KnownOrder | null): ChannelOrderState => ({
  channelId,
  externalOrderId,
  known,
  telling: null,
  at: known?.channelUpdatedAt ?? null,
  cancelledBy: null,
  shippedBy: null,
  late: [],
})

function applyEvent(state: ChannelOrderState, news: OrderEvent): ChannelOrderState {
  if (news.eventType === 'order.shipped') return { ...state, shippedBy: news }
  const cancelledBy = news.eventType === 'order.cancelled' ? newestOf(state.cancelledBy, news) : state.cancelledBy
  if (!isSnapshot(news)) return { ...state, cancelledBy }
  if (isNewer(news, state)) return { ...state, cancelledBy, telling: news, at: latest(state.at, news.at) }
  return isOlder(news, state) ? { ...state, cancelledBy, late: [...state.late, news] } : { ...state, cancelledBy }
}

const newestOf = (one: OrderEvent | null, other: OrderEvent): OrderEvent =>
  one?.at && other.at && one.at > other.at ? one : other

const isSnapshot = (news: OrderEvent): news is SnapshotEvent => news.order !== null

function isNewer({ eventType, at }: OrderEvent, state: ChannelOrderState): boolean {
  if (!state.known && !state.telling) return true
  return eventType !== 'order.created' && (state.at === null || at === null || at >= state.at)
}

const isOlder = ({ at }: OrderEvent, state: ChannelOrderState): boolean =>
  at !== null && state.at !== null && at < state.at

/** The later of two moments, where there is one. */
export const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one > other ? one : other

export type IncomingLine = OrderData['items'][number]

/** What was told of an order before it came in: that it is cancelled, and when, or that the channel has shipped it. */
export type EarlierEvents = { isCancelled: boolean; cancelledAt: Date | null; isShipped: boolean }
