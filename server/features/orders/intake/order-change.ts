import type { AttentionCode } from '#contract/order-status.ts'
import { isShop } from '#server/features/channels/channel-config.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { PromotionClaim } from '#server/features/promotions/redemptions/attribute-discount.ts'
import type { ChangedClaims } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { AttentionRef, AttentionToRaise } from '../attention/attention.ts'
import { checkedCodes, openOrderCodes, type OrderToCheck } from '../attention/rules.ts'
import type { TimelineEntry } from '../timeline.ts'
import { type ChannelOrderState, type IngestResult, type NewOrder, type OrderEvent, orderKey } from './order-events.ts'
import type { IntakeContext } from './order-rows.ts'

/** What a batch of events did to event order; its side effects are derived from it. */
export type OrderChange = {
  orderId: string
  orderNumber: string
  channelId: string | null
  outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
  /** The channel put the order on hold or released it. */
  isHoldChanged: boolean
  /** The channel changed or cancelled a known order, so it may have put units back by itself. */
  mayRestock: boolean
  /** Attention that the event has settled, beside what the rules check. */
  resolves: readonly AttentionCode[]
  /** How stock holds follow the order. */
  holds: 'placed' | 'revised' | 'cancelled' | 'unchanged'
  removedLines: readonly string[]
  /** Input of the attention rules; null when they need not run. */
  orderToCheck: OrderToCheck | null
  /** Promotion claim; null when redemptions do not change. */
  claim: PromotionClaim | null
  raised: readonly AttentionToRaise[]
  entries: readonly TimelineEntry[]
  messages: readonly OrderMessage[]
}

type Changes = readonly OrderChange[]

type IngestedEvents = {
  states: ReadonlyMap<string, ChannelOrderState>
  newOrders: readonly NewOrder[]
  changes: readonly OrderChange[]
}

/** One result per event, in order. */
export function resultsFor(
  events: readonly OrderEvent[],
  { states, newOrders, changes }: IngestedEvents,
): IngestResult[] {
  const newIds = new Map(newOrders.map(({ orderId, state }) => [orderKey(state), orderId]))
  const changeOf = new Map(changes.map((change) => [change.orderId, change]))
  return events.map((event) => {
    const state = states.get(orderKey(event))
    const orderId = state?.known?.orderId ?? newIds.get(orderKey(event)) ?? ''
    return resultFor(event, state, changeOf.get(orderId))
  })
}

function resultFor(
  event: OrderEvent,
  state: ChannelOrderState | undefined,
  change: OrderChange | undefined,
): IngestResult {
  if (!change) return { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }
  const { orderId, orderNumber, outcome } = change
  const isLate = state?.lateEvents.includes(event)
  return { outcome: isLate ? 'nothing_new' : outcome, orderId, orderNumber, isNew: outcome === 'placed' }
}

const idOf = ({ orderId }: OrderChange): string => orderId

export const ordersWithHolds = (changes: Changes, holds: OrderChange['holds']): string[] =>
  changes.filter((change) => change.holds === holds).map(idOf)

export const promotionClaimsOf = (changes: Changes, at: Date): ChangedClaims => ({
  placed: changes.flatMap(({ holds, claim }) => (holds === 'placed' && claim ? [claim] : [])),
  revised: changes.flatMap(({ holds, claim }) => (holds === 'revised' && claim ? [claim] : [])),
  cancelled: ordersWithHolds(changes, 'cancelled'),
  at,
})

const resolvedBy: Record<OrderChange['holds'], readonly AttentionCode[]> = {
  placed: [],
  unchanged: [],
  revised: checkedCodes,
  cancelled: openOrderCodes,
}

/** The discount is checked again only when its inputs changed. */
const codesResolvedBy = ({ holds, claim, resolves }: OrderChange): AttentionCode[] => [
  ...resolvedBy[holds],
  ...resolves,
  ...(holds === 'revised' && claim ? ['discount_differs' as const] : []),
]

const attentionKey = (item: AttentionRef | AttentionToRaise): string =>
  JSON.stringify(['orderId' in item && item.orderId, item.code])

/** Attention to resolve: what was checked again without being raised, and everything on a cancelled order. */
export function attentionResolvedBy(changes: Changes, raised: readonly AttentionToRaise[]): AttentionRef[] {
  const stillRaised = new Set(raised.map(attentionKey))
  return changes
    .flatMap((change) => codesResolvedBy(change).map((code): AttentionRef => ({ orderId: change.orderId, code })))
    .filter((item) => !stillRaised.has(attentionKey(item)))
}

/** Orders whose automatic fulfillment must be scheduled or unscheduled. */
export const ordersToSchedule = ({ channelOf }: IntakeContext, changes: Changes): string[] =>
  changes
    .filter(
      ({ holds, channelId, raised, isHoldChanged }) =>
        isHoldChanged ||
        holds === 'revised' ||
        raised.length > 0 ||
        (holds === 'placed' && channelOf(channelId).config.autoFulfill),
    )
    .map(idOf)

/**
 * Orders of which a shop may have put units back by itself, also where nothing changes here: a refund of an order that Amazon has, a
 * cancellation that began here.
 */
export const ordersRestockedByShops = ({ channelOf }: IntakeContext, changes: Changes): string[] =>
  changes.filter(({ mayRestock, channelId }) => mayRestock && isShop(channelOf(channelId).type)).map(idOf)

export const hasAnyChange = (changes: Changes): boolean => changes.some(({ outcome }) => outcome !== 'nothing_new')

/** Whether units may have been released, or were only held. */
export function stockChangeOf(changes: Changes): 'released' | 'held' | null {
  if (changes.some(({ holds }) => holds === 'revised' || holds === 'cancelled')) return 'released'
  return changes.some(({ holds }) => holds === 'placed') ? 'held' : null
}
