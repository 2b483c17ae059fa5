import { t } from './i18n.ts'

export type PromotionTerms = {
  isActive: boolean
  startsAt: Date | string | null
  endsAt: Date | string | null
  maxRedemptions: number | null
  redemptionCount: number
}

/** The state of a promotion at a moment; the first match wins. `startsAt` is inclusive, `endsAt` exclusive. */
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

/** The states of a promotion, as its badge shows them. */
export const promotionStates = ['active', 'scheduled', 'used_up', 'expired', 'inactive'] as const

export type PromotionState = (typeof promotionStates)[number]

export const promotionStateLabels: Record<PromotionState, string> = {
  active: t('Active'),
  scheduled: t('Scheduled'),
  used_up: t('Used Up'),
  expired: t('Expired'),
  inactive: t('Inactive'),
}

/** The outcome of a promotion for one cart. */
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
