import type { PromotionState } from '#contract/promotion-state.ts'
import { formatCount } from '#web/lib/figures.ts'

export const roleObstacle = 'Your role is Read Only. Operations and Admin can change promotions.'

/** Only what runs can be ended. */
export const obstacleToEnd: Record<PromotionState, string | null> = {
  active: null,
  used_up: null,
  scheduled: 'It has not started. Deactivate it, or change its dates.',
  expired: 'It is over already.',
  inactive: 'It is switched off already.',
}

/** What switching a promotion on will come to, by the state it has then. */
export const activationNotices: Record<PromotionState, string> = {
  active: 'Carts that meet its conditions get it from now on.',
  scheduled: 'It starts by itself once its start has come.',
  expired: 'Its end has passed, so it stays Expired until you give it a later one.',
  used_up: 'Its uses are all taken, so it stays Used Up until you raise its limit.',
  inactive: '',
}

/** Orders that have used a promotion don't lose by its end. */
export function keptDiscountsNotice(redemptionCount: number): string {
  if (redemptionCount === 0) return 'No order has used it.'
  return redemptionCount === 1
    ? 'The 1 order that used it keeps its discount.'
    : `The ${formatCount(redemptionCount, 'order')} that used it keep their discounts.`
}
