import type { AttentionCode } from '#contract/order-status.ts'
import type { ChangedClaims } from '#server/features/promotions/redeeming/follow-promotions.ts'
import { checkedCodes } from '../attention/judge-orders.ts'
import type { AttentionToRaise } from '../attention/raise-attention.ts'
import type { AttentionRef } from '../attention/resolve-attention.ts'
import { openOrderCodes } from '../fulfillment/news/chapter.ts'
import type { IntakeContext } from './intake-context.ts'
import type { OrderChange } from './order-change.ts'

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
