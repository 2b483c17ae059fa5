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

export const promotionTypes = ['percent', 'flat'] as const

export type PromotionType = (typeof promotionTypes)[number]

/** Where a promotion stands, in the words of its badge. */
export const promotionStates = ['active', 'scheduled', 'used_up', 'expired', 'inactive'] as const

export type PromotionState = (typeof promotionStates)[number]

export const promotionStateLabels: Record<PromotionState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  used_up: 'Used Up',
  expired: 'Expired',
  inactive: 'Inactive',
}

/** What became of a promotion in one cart. */
export const promotionOutcomes = [
  'applied',
  'inactive',
  'scheduled',
  'expired',
  'used_up',
  'other_channel',
  'code_not_entered',
  'other_currency',
  'below_minimum',
  'takes_nothing_off',
  'not_combined',
  'not_needed',
] as const

export type PromotionOutcome = (typeof promotionOutcomes)[number]
