import { sql, type SQL } from 'drizzle-orm'
import type { PromotionState } from '#contract/promotion-state.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'

/** `promotionState` of the contract, asked of the database. */
export const inState = (state: PromotionState, now: Date): SQL => sql`${state} = case
  when not ${promotions.isActive} then 'inactive'
  when ${promotions.startsAt} > ${now.toISOString()} then 'scheduled'
  when ${promotions.endsAt} <= ${now.toISOString()} then 'expired'
  when ${promotions.redemptionCount} >= ${promotions.maxRedemptions} then 'used_up'
  else 'active' end`
