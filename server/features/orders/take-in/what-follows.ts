import type { AttentionCode } from '#contract/order-words.ts'
import type { ChangedClaims } from '#server/features/promotions/redeeming/follow-promotions.ts'
import { judgedCodes } from '../attention/judge-orders.ts'
import type { Raised } from '../attention/raise-attention.ts'
import type { Settled } from '../attention/resolve-attention.ts'
import { codesOfOpenOrders } from '../fulfillment/news/chapter.ts'
import type { Intake } from './intake-context.ts'
import type { OrderChange } from './order-change.ts'

type Changes = readonly OrderChange[]

const idOf = ({ orderId }: OrderChange): string => orderId

export const ordersThat = (changes: Changes, holds: OrderChange['holds']): string[] =>
  changes.filter((change) => change.holds === holds).map(idOf)

export const claimsOf = (changes: Changes, at: Date): ChangedClaims => ({
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
export function attentionSettledBy(changes: Changes, raised: readonly Raised[]): Settled[] {
  const kept = new Set(raised.map(keyOf))
  return changes
    .flatMap((change) => codesSettledBy(change).map((code): Settled => ({ orderId: change.orderId, code })))
    .filter((item) => !kept.has(keyOf(item)))
}

/** Those that may go on by themselves, or may no more: what has come to keep an order takes its turn away. */
export const ordersToSchedule = ({ channelOf }: Intake, changes: Changes): string[] =>
  changes
    .filter(
      ({ holds, channelId, raised }) =>
        holds === 'revised' || raised.length > 0 || (holds === 'placed' && channelOf(channelId).config.autoFulfill),
    )
    .map(idOf)

export const isAnythingNew = (changes: Changes): boolean => changes.some(({ outcome }) => outcome !== 'nothing_new')

/** Whether units may have come free, or were only taken. */
export function stockMovedBy(changes: Changes): 'freed' | 'taken' | null {
  if (changes.some(({ holds }) => holds === 'revised' || holds === 'cancelled')) return 'freed'
  return changes.some(({ holds }) => holds === 'placed') ? 'taken' : null
}
