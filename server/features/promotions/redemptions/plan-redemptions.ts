import { type Message, say } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { PromotionRule, PromotionRules } from '#contract/pricing/promotion-rule.ts'
import type { CartReservation } from '../reservation-queries.ts'
import {
  attributeDiscount,
  claimsAnyPromotion,
  type DiscountAttribution,
  type PromotionClaim,
  type UsedPromotion,
} from './attribute-discount.ts'

/** A promotion used by an order. */
export type Redemption = UsedPromotion & { orderId: string }

export type RedemptionChange = {
  kind: 'added' | 'changed' | 'released'
  redemption: Redemption
  /** When the order was placed. */
  redeemedAt: Date | null
}

export type RedemptionPlan = {
  changes: readonly RedemptionChange[]
  differences: readonly { orderId: string; reason: Message }[]
}

type RedemptionInput = {
  claims: readonly PromotionClaim[]
  cancelled: readonly string[]
  redemptions: readonly Redemption[]
}

/**
 * Plans the changes of redemptions. Cancelled orders release their uses first; the other orders are processed in the
 * given order, which decides who gets the last uses of a limited promotion.
 */
export function planRedemptions(
  ledger: RedemptionLedger,
  { claims, cancelled, redemptions }: RedemptionInput,
): RedemptionPlan {
  const before = Map.groupBy(redemptions, ({ orderId }) => orderId)
  const changes: RedemptionChange[] = []
  const differences: { orderId: string; reason: Message }[] = []
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
  const addedOrChanged = after.flatMap((redemption): RedemptionChange[] => {
    const former = find(before, redemption)
    if (!former) return [{ kind: 'added', redemption, redeemedAt }]
    return former.discount === redemption.discount ? [] : [{ kind: 'changed', redemption, redeemedAt }]
  })
  return [...released, ...addedOrChanged]
}

type LedgerInput = {
  /** Promotions with their uses, without the reservations of these orders' carts. */
  rules: PromotionRules
  /** Reservations of these orders' carts. */
  reservations: readonly CartReservation[]
  redemptions: readonly Redemption[]
}

/** Counts the uses of each promotion while orders are processed one after the other. */
type RedemptionLedger = ReturnType<typeof createLedger>

export function createLedger({ rules, reservations, redemptions }: LedgerInput) {
  const usesById = new Map(rules.promotions.map(({ id, redemptionCount }) => [id, redemptionCount]))
  const reservedBy = promotionsBy(reservations, keyOfCart)
  const usedBy = promotionsBy(redemptions, ({ orderId }) => orderId)
  const add = (promotionId: string, uses: number) => usesById.set(promotionId, (usesById.get(promotionId) ?? 0) + uses)
  for (const { promotionId } of reservations) add(promotionId, 1)

  const free = (by: Map<string, Set<string>>, key: string) => {
    for (const promotionId of by.get(key) ?? []) add(promotionId, -1)
    by.delete(key)
  }
  return {
    /** The promotions as they apply to this order: its own uses and its cart's reservations do not count against it. */
    rulesFor(claim: PromotionClaim): PromotionRules {
      const [used, reserved] = [usedBy.get(claim.orderId), reservedBy.get(keyOfCart(claim))]
      const promotions = rules.promotions.map((rule): PromotionRule => {
        if (used?.has(rule.id)) return { ...rule, ...openToAll }
        return { ...rule, redemptionCount: (usesById.get(rule.id) ?? 0) - (reserved?.has(rule.id) ? 1 : 0) }
      })
      return { ...rules, promotions }
    },
    release(orderId: string): void {
      free(usedBy, orderId)
    },
    /** Replaces the order's former uses and its cart's reservations by the new uses. */
    redeem(claim: PromotionClaim, used: readonly UsedPromotion[]): void {
      free(usedBy, claim.orderId)
      free(reservedBy, keyOfCart(claim))
      for (const { promotionId } of used) add(promotionId, 1)
    },
  }
}

/** An order keeps a promotion that it has used, even if the promotion is deactivated or has ended since. */
const openToAll = { isActive: true, startsAt: null, endsAt: null, maxRedemptions: null }

const keyOfCart = ({ channelId, cartReference }: Pick<PromotionClaim, 'channelId' | 'cartReference'>): string =>
  JSON.stringify([channelId, cartReference])

function promotionsBy<Row extends { promotionId: string }>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const by = new Map<string, Set<string>>()
  for (const row of rows) by.set(keyOf(row), (by.get(keyOf(row)) ?? new Set()).add(row.promotionId))
  return by
}

/** The entry of the order's timeline for a redemption. */
export type PromotionTimelineEntry = {
  orderId: string
  event: `promotion.${'redeemed' | 'released'}`
  description: Message
}

export function timelineEntryFor(
  { kind, redemption }: RedemptionChange,
  claims: readonly PromotionClaim[],
): PromotionTimelineEntry {
  const { orderId, name: promotion, discount } = redemption
  const { currency, isInPrices } = claims.find((claim) => claim.orderId === orderId) ?? {}
  if (kind === 'released')
    return {
      orderId,
      event: 'promotion.released',
      description: say('One use of {promotion} was returned.', { promotion }),
    }
  const event = 'promotion.redeemed'
  if (isInPrices) {
    const description = say('{promotion} was used; the prices already include it.', { promotion })
    return { orderId, event, description }
  }
  const used = { promotion, amount: formatMoney(discount, currency) }
  const description =
    kind === 'added' ? say('{promotion} took {amount} off.', used) : say('{promotion} now takes {amount} off.', used)
  return { orderId, event, description }
}
