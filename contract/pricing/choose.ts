import type { CheckedPromotion } from './judge.ts'

/** Which promotions are applied, and what each takes off. */
export type ChosenPromotions = ReadonlyMap<string, bigint>

/**
 * The most that is allowed, with as few promotions as that takes, so that no use of a limited one is spent for nothing:
 * one that is not stackable by itself, or stackable ones together. No more is taken off than there is.
 */
export function choosePromotions(eligible: readonly CheckedPromotion[], subtotal: bigint): ChosenPromotions {
  const ranked = eligible.toSorted(byRank)
  const alone = ranked.slice(0, 1)
  const together = upTo(
    subtotal,
    ranked.filter(({ rule }) => rule.isStackable),
  )
  return together.discount > upTo(subtotal, alone).discount ? together.chosen : upTo(subtotal, alone).chosen
}

/** The one that takes most off first; of two that take the same, the one whose code was typed. */
function byRank(a: CheckedPromotion, b: CheckedPromotion): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
  if ((a.rule.code === null) !== (b.rule.code === null)) return a.rule.code === null ? 1 : -1
  return a.rule.id < b.rule.id ? -1 : 1
}

/** As many of them, in this order, as it takes to reach the subtotal; the last takes off what is left. */
function upTo(
  subtotal: bigint,
  ranked: readonly CheckedPromotion[],
): { discount: bigint; chosen: Map<string, bigint> } {
  const chosen = new Map<string, bigint>()
  let discount = 0n
  for (const { rule, amount } of ranked) {
    if (discount === subtotal) break
    const share = amount < subtotal - discount ? amount : subtotal - discount
    chosen.set(rule.id, share)
    discount += share
  }
  return { discount, chosen }
}
