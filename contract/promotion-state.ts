import type { PromotionState } from './promotion-words.ts'

export type PromotionTerms = {
  isActive: boolean
  startsAt: Date | string | null
  endsAt: Date | string | null
  maxRedemptions: number | null
  redemptionCount: number
}

/** The first of these that holds. It starts with its first moment and is over with its last. */
export function promotionState(promotion: PromotionTerms, now: Date): PromotionState {
  const { isActive, startsAt, endsAt, maxRedemptions, redemptionCount } = promotion
  if (!isActive) return 'inactive'
  if (startsAt !== null && timeOf(startsAt) > now.getTime()) return 'scheduled'
  if (endsAt !== null && timeOf(endsAt) <= now.getTime()) return 'expired'
  if (maxRedemptions !== null && redemptionCount >= maxRedemptions) return 'used_up'
  return 'active'
}

const timeOf = (moment: Date | string): number => (typeof moment === 'string' ? Date.parse(moment) : moment.getTime())
