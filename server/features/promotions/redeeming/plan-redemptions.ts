import { claimsAnyPromotion, type PromotionClaim } from './claim.ts'
import { attributeDiscount, type DiscountAttribution } from './judge-discount.ts'
import type { RedemptionLedger, Redemption } from './ledger.ts'

export type RedemptionChange = {
  kind: 'added' | 'changed' | 'released'
  redemption: Redemption
  /** When the order was placed, which is when it used the promotion. */
  redeemedAt: Date | null
}

export type RedemptionPlan = {
  changes: readonly RedemptionChange[]
  differences: readonly { orderId: string; reason: string }[]
}

type RedemptionInput = {
  claims: readonly PromotionClaim[]
  cancelled: readonly string[]
  redemptions: readonly Redemption[]
}

/** Orders that are cancelled give their uses back first; the others are judged as they are named. */
export function planRedemptions(
  ledger: RedemptionLedger,
  { claims, cancelled, redemptions }: RedemptionInput,
): RedemptionPlan {
  const before = Map.groupBy(redemptions, ({ orderId }) => orderId)
  const changes: RedemptionChange[] = []
  const differences: { orderId: string; reason: string }[] = []
  for (const orderId of cancelled) {
    ledger.release(orderId)
    changes.push(...compare(before.get(orderId) ?? [], []))
  }
  for (const claim of claims) {
    const { orderId, placedAt } = claim
    const { used, difference } = claimsAnyPromotion(claim) ? attributeDiscount(ledger.rulesFor(claim), claim) : nothing
    ledger.redeem(claim, used)
    const after = used.map((one) => ({ ...one, orderId }))
    changes.push(...compare(before.get(orderId) ?? [], after, placedAt))
    if (difference !== null) differences.push({ orderId, reason: difference })
  }
  return { changes, differences }
}

const nothing: DiscountAttribution = { used: [], difference: null }

function compare(
  before: readonly Redemption[],
  after: readonly Redemption[],
  redeemedAt: Date | null = null,
): RedemptionChange[] {
  const find = (among: readonly Redemption[], { promotionId }: Redemption) =>
    among.find((one) => one.promotionId === promotionId)
  const released = before
    .filter((redemption) => !find(after, redemption))
    .map((redemption) => ({ kind: 'released' as const, redemption, redeemedAt }))
  const kept = after.flatMap((redemption): RedemptionChange[] => {
    const known = find(before, redemption)
    if (!known) return [{ kind: 'added', redemption, redeemedAt }]
    return known.discount === redemption.discount ? [] : [{ kind: 'changed', redemption, redeemedAt }]
  })
  return [...released, ...kept]
}
