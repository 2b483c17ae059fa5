import type { PromotionRule, RuleBook } from '#contract/pricing/rule.ts'
import type { CartReservation } from '../queries/reservations.ts'
import type { Claim } from './claim.ts'
import type { Used } from './judge-discount.ts'

/** A use that an order has. */
export type Redemption = Used & { orderId: string }

type Opening = {
  /** As it is without the carts of these orders. */
  book: RuleBook
  /** What these carts keep. */
  reservations: readonly CartReservation[]
  redemptions: readonly Redemption[]
}

/** How many uses are taken, while orders are judged one after the other. */
export type Ledger = ReturnType<typeof openLedger>

export function openLedger({ book, reservations, redemptions }: Opening) {
  const taken = new Map(book.promotions.map(({ id, redemptionCount }) => [id, redemptionCount]))
  const keptBy = promotionsBy(reservations, keyOfCart)
  const usedBy = promotionsBy(redemptions, ({ orderId }) => orderId)
  const add = (promotionId: string, uses: number) => taken.set(promotionId, (taken.get(promotionId) ?? 0) + uses)
  for (const { promotionId } of reservations) add(promotionId, 1)

  const free = (by: Map<string, Set<string>>, key: string) => {
    for (const promotionId of by.get(key) ?? []) add(promotionId, -1)
    by.delete(key)
  }
  return {
    /** The promotions as they are to this order: what it or its cart has is not taken from it. */
    bookFor(claim: Claim): RuleBook {
      const [used, kept] = [usedBy.get(claim.orderId), keptBy.get(keyOfCart(claim))]
      const promotions = book.promotions.map((rule): PromotionRule => {
        if (used?.has(rule.id)) return { ...rule, ...openToAll }
        return { ...rule, redemptionCount: (taken.get(rule.id) ?? 0) - (kept?.has(rule.id) ? 1 : 0) }
      })
      return { ...book, promotions }
    },
    giveBack(orderId: string): void {
      free(usedBy, orderId)
    },
    /** What the order had, and what its cart kept, is replaced by what it uses. */
    take(claim: Claim, used: readonly Used[]): void {
      free(usedBy, claim.orderId)
      free(keptBy, keyOfCart(claim))
      for (const { promotionId } of used) add(promotionId, 1)
    },
  }
}

/** What a promotion gave stays, also when it is switched off or ends. */
const openToAll = { isActive: true, startsAt: null, endsAt: null, maxRedemptions: null }

const keyOfCart = ({ channelId, cartReference }: Pick<Claim, 'channelId' | 'cartReference'>): string =>
  JSON.stringify([channelId, cartReference])

function promotionsBy<Row extends { promotionId: string }>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const by = new Map<string, Set<string>>()
  for (const row of rows) by.set(keyOf(row), (by.get(keyOf(row)) ?? new Set()).add(row.promotionId))
  return by
}
