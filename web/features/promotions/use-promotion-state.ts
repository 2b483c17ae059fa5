import { useSyncExternalStore } from 'react'
import { promotionState, type PromotionTerms, type PromotionState } from '#contract/promotion-state.ts'

const tick = 1000

/** By the exact time, so that what was ended a moment ago is over. */
export function usePromotionState(promotion: PromotionTerms): PromotionState {
  return useSyncExternalStore(subscribe, () => promotionState(promotion, new Date()))
}

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, tick)
  return () => clearInterval(timer)
}
