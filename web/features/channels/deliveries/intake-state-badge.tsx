import CircleMinus from 'lucide-react/icons/circle-minus'
import Hourglass from 'lucide-react/icons/hourglass'
import ShieldX from 'lucide-react/icons/shield-x'
import type { ReactNode } from 'react'
import type { IntakeState } from '#contract/channel-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { intakeStateLabels } from './delivery-words.ts'

const stateStyles: Record<IntakeState, { tone: Tone; icon?: ReactNode }> = {
  refused: { tone: 'warning', icon: <ShieldX aria-hidden /> },
  waiting: { tone: 'info', icon: <Hourglass aria-hidden /> },
  failed: { tone: 'danger' },
  taken_in: { tone: 'success' },
  ignored: { tone: 'neutral', icon: <CircleMinus aria-hidden /> },
}

export function IntakeStateBadge({ state }: { state: IntakeState }) {
  return <Badge {...stateStyles[state]}>{intakeStateLabels[state]}</Badge>
}
