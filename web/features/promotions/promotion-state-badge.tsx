import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import Gauge from 'lucide-react/icons/gauge'
import Layers from 'lucide-react/icons/layers'
import { type ReactNode, useSyncExternalStore } from 'react'
import { t } from '#contract/i18n.ts'
import {
  type PromotionState,
  promotionState,
  promotionStateLabels,
  type PromotionTerms,
} from '#contract/promotion-state.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const stateStyles: Record<PromotionState, { tone: Tone; icon: ReactNode }> = {
  active: { tone: 'success', icon: <CircleCheck aria-hidden /> },
  scheduled: { tone: 'info', icon: <CalendarClock aria-hidden /> },
  used_up: { tone: 'warning', icon: <Gauge aria-hidden /> },
  expired: { tone: 'neutral', icon: <CalendarX aria-hidden /> },
  inactive: { tone: 'neutral', icon: <CircleOff aria-hidden /> },
}

export function PromotionStateBadge({ promotion }: { promotion: PromotionTerms }) {
  const state = usePromotionState(promotion)
  return <Badge {...stateStyles[state]}>{promotionStateLabels[state]}</Badge>
}

export function StackableBadge() {
  return (
    <Badge tone="neutral" icon={<Layers aria-hidden />}>
      {t('Stackable')}
    </Badge>
  )
}

const tick = 1000

/** The state by the current time, checked every second, so that a promotion expires on screen without a refetch. */
export function usePromotionState(promotion: PromotionTerms): PromotionState {
  return useSyncExternalStore(subscribe, () => promotionState(promotion, new Date()))
}

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, tick)
  return () => clearInterval(timer)
}
