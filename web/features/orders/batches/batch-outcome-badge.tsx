import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ReactNode } from 'react'
import type { BatchOutcome } from '#contract/order-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const outcomeStyles: Record<BatchOutcome, { tone: Tone; icon?: ReactNode; word: string }> = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden />, word: 'Waiting' },
  sending: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" />, word: 'Sending…' },
  done: { tone: 'success', word: 'Done' },
  refused: { tone: 'danger', word: 'Refused' },
}

export function BatchOutcomeBadge({ outcome }: { outcome: BatchOutcome }) {
  const { word, ...look } = outcomeStyles[outcome]
  return <Badge {...look}>{word}</Badge>
}
