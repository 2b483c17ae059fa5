import type { AttentionCode } from '#contract/order-status.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { PromotionClaim } from '#server/features/promotions/redemptions/attribute-discount.ts'
import type { ChangedClaims } from '#server/features/promotions/redemptions/update-redemptions.ts'
import type { AttentionRef, AttentionToRaise } from '../attention/attention.ts'
import { checkedCodes, openOrderCodes, type OrderToCheck } from '../attention/rules.ts'
import type { TimelineEntry } from '../timeline.ts'
import { type ChannelOrderState, type IngestResult, type NewOrder, type OrderEvent, orderKey } from './order-events.ts'
import type { IntakeContext } from './order-rows.ts'

/** What news did to one order, for all that follows from it. */
export type OrderChange = {
  orderId: string
  orderNumber: string
  channelId: string
  outcome: 'placed' | 'changed' | 'cancelled' | 'nothing_new'
  /** What its holds are to follow. */
  holds: 'placed' | 'revised' | 'cancelled' | 'unchanged'
  removedLines: readonly string[]
  /** As it stands now; null where nothing can keep it any more. */
  standing: OrderToCheck | null
  /** What it says of promotions; null where they need not follow it. */
  claim: PromotionClaim | null
  raised: readonly AttentionToRaise[]
  entries: readonly TimelineEntry[]
  messages: readonly OrderMessage[]
}

type Changes = readonly OrderChange[]

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

/** What the channel takes off is judged only where something changed that it depends on. */
const codesResolvedBy = ({ holds, claim }: OrderChange): AttentionCode[] => [
  ...resolvedBy[holds],
  ...(holds === 'revised' && claim ? ['discount_differs' as const] : []),
]

const attentionKey = (item: AttentionRef | AttentionToRaise): string =>
  JSON.stringify(['orderId' in item && item.orderId, item.code])

/** What no longer keeps an order that has changed leaves the list, and all that does where the order is over. */
export function attentionResolvedBy(changes: Changes, raised: readonly AttentionToRaise[]): AttentionRef[] {
  const stillRaised = new Set(raised.map(attentionKey))
  return changes
    .flatMap((change) => codesResolvedBy(change).map((code): AttentionRef => ({ orderId: change.orderId, code })))
    .filter((item) => !stillRaised.has(attentionKey(item)))
}

/** Those that may go on by themselves, or may no more: what has come to keep an order takes its turn away. */
export const ordersToSchedule = ({ channelOf }: IntakeContext, changes: Changes): string[] =>
  changes
    .filter(
      ({ holds, channelId, raised }) =>
        holds === 'revised' || raised.length > 0 || (holds === 'placed' && channelOf(channelId).config.autoFulfill),
    )
    .map(idOf)

export const hasAnyChange = (changes: Changes): boolean => changes.some(({ outcome }) => outcome !== 'nothing_new')

/** Whether units may have come free, or were only taken. */
export function stockChangeOf(changes: Changes): 'freed' | 'taken' | null {
  if (changes.some(({ holds }) => holds === 'revised' || holds === 'cancelled')) return 'freed'
  return changes.some(({ holds }) => holds === 'placed') ? 'taken' : null
}

type IngestedEvents = {
  states: ReadonlyMap<string, ChannelOrderState>
  newOrders: readonly NewOrder[]
  changes: readonly OrderChange[]
}

/** What became of each piece of news, now that the orders have changed. */
export function resultsFor(
  news: readonly OrderEvent[],
  { states, newOrders, changes }: IngestedEvents,
): IngestResult[] {
  const newIds = new Map(newOrders.map(({ orderId, state }) => [orderKey(state), orderId]))
  const changeOf = new Map(changes.map((change) => [change.orderId, change]))
  return news.map((one) => {
    const state = states.get(orderKey(one))
    const orderId = state?.known?.orderId ?? newIds.get(orderKey(one)) ?? ''
    return resultFor(one, state, changeOf.get(orderId))
  })
}

function resultFor(
  news: OrderEvent,
  state: ChannelOrderState | undefined,
  change: OrderChange | undefined,
): IngestResult {
  if (!change) return { outcome: 'remembered', orderId: null, orderNumber: null, isNew: false }
  const { orderId, orderNumber, outcome } = change
  const isLate = state?.late.includes(news)
  return { outcome: isLate ? 'nothing_new' : outcome, orderId, orderNumber, isNew: outcome === 'placed' }
}
