import type { PromotionRule, PromotionRules } from '#contract/pricing/promotion-rule.ts'
import type { CartReservation } from '../queries/reservations.ts'
import type { PromotionClaim } from './claim.ts'
import type { UsedPromotion } from './judge-discount.ts'

/** A use that an order has. */
export type Redemption = UsedPromotion & { orderId: string }

type LedgerInput = {
  /** As it is without the carts of these orders. */
  book: PromotionRules
  /** What these carts keep. */
  reservations: readonly CartReservation[]
  redemptions: readonly Redemption[]
}

/** How many uses are taken, while orders are judged one after the other. */
export type RedemptionLedger = ReturnType<typeof createLedger>

export function createLedger({ book, reservations, redemptions }: LedgerInput) {
  const usesById = new Map(book.promotions.map(({ id, redemptionCount }) => [id, redemptionCount]))
  const keptBy = promotionsBy(reservations, keyOfCart)
  const usedBy = promotionsBy(redemptions, ({ orderId }) => orderId)
  const add = (promotionId: string, uses: number) => usesById.set(promotionId, (usesById.get(promotionId) ?? 0) + uses)
  for (const { promotionId } of reservations) add(promotionId, 1)

  const free = (by: Map<string, Set<string>>, key: string) => {
    for (const promotionId of by.get(key) ?? []) add(promotionId, -1)
    by.delete(key)
  }
  return {
    /** The promotions as they are to this order: what it or its cart has is not taken from it. */
    rulesFor(claim: PromotionClaim): PromotionRules {
      const [used, kept] = [usedBy.get(claim.orderId), keptBy.get(keyOfCart(claim))]
      const promotions = book.promotions.map((rule): PromotionRule => {
        if (used?.has(rule.id)) return { ...rule, ...openToAll }
        return { ...rule, redemptionCount: (usesById.get(rule.id) ?? 0) - (kept?.has(rule.id) ? 1 : 0) }
      })
      return { ...book, promotions }
    },
    release(orderId: string): void {
      free(usedBy, orderId)
    },
    /** What the order had, and what its cart kept, is replaced by what it uses. */
    redeem(claim: PromotionClaim, used: readonly UsedPromotion[]): void {
      free(usedBy, claim.orderId)
      free(keptBy, keyOfCart(claim))
      for (const { promotionId } of used) add(promotionId, 1)
    },
  }
}

/** What a promotion gave stays, also when it is switched off or ends. */
const openToAll = { isActive: true, startsAt: null, endsAt: null, maxRedemptions: null }

const keyOfCart = ({ channelId, cartReference }: Pick<PromotionClaim, 'channelId' | 'cartReference'>): string =>
  JSON.stringify([channelId, cartReference])

function promotionsBy<Row extends { promotionId: string }>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const by = new Map<string, Set<string>>()
  for (const row of rows) by.set(keyOf(row), (by.get(keyOf(row)) ?? new Set()).add(row.promotionId))
  return by
}
