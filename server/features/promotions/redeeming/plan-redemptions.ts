import { claimsAny, type Claim } from './claim.ts'
import { judgeDiscount, type Verdict } from './judge-discount.ts'
import type { Ledger, Redemption } from './ledger.ts'

export type Change = {
  kind: 'added' | 'changed' | 'released'
  redemption: Redemption
  /** When the order was placed, which is when it used the promotion. */
  redeemedAt: Date | null
}

export type Plan = {
  changes: readonly Change[]
  differences: readonly { orderId: string; reason: string }[]
}

type Following = { claims: readonly Claim[]; cancelled: readonly string[]; redemptions: readonly Redemption[] }

/** Orders that are cancelled give their uses back first; the others are judged as they are named. */
export function planRedemptions(ledger: Ledger, { claims, cancelled, redemptions }: Following): Plan {
  const before = Map.groupBy(redemptions, ({ orderId }) => orderId)
  const changes: Change[] = []
  const differences: { orderId: string; reason: string }[] = []
  for (const orderId of cancelled) {
    ledger.giveBack(orderId)
    changes.push(...compare(before.get(orderId) ?? [], []))
  }
  for (const claim of claims) {
    const { orderId, placedAt } = claim
    const { used, difference } = claimsAny(claim) ? judgeDiscount(ledger.bookFor(claim), claim) : nothing
    ledger.take(claim, used)
    const after = used.map((one) => ({ ...one, orderId }))
    changes.push(...compare(before.get(orderId) ?? [], after, placedAt))
    if (difference !== null) differences.push({ orderId, reason: difference })
  }
  return { changes, differences }
}

const nothing: Verdict = { used: [], difference: null }

function compare(
  before: readonly Redemption[],
  after: readonly Redemption[],
  redeemedAt: Date | null = null,
): Change[] {
  const find = (among: readonly Redemption[], { promotionId }: Redemption) =>
    among.find((one) => one.promotionId === promotionId)
  const released = before
    .filter((redemption) => !find(after, redemption))
    .map((redemption) => ({ kind: 'released' as const, redemption, redeemedAt }))
  const kept = after.flatMap((redemption): Change[] => {
    const known = find(before, redemption)
    if (!known) return [{ kind: 'added', redemption, redeemedAt }]
    return known.discount === redemption.discount ? [] : [{ kind: 'changed', redemption, redeemedAt }]
  })
  return [...released, ...kept]
}
