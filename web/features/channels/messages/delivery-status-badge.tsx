import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import type { DeliveryStatus } from '#contract/channel-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusStyles: Record<DeliveryStatus, { tone: Tone; icon?: ReactNode; word: string }> = {
  pending: { tone: 'info', icon: <Hourglass aria-hidden />, word: 'Waiting' },
  delivered: { tone: 'success', word: 'Delivered' },
  failed: { tone: 'danger', word: 'Failed' },
}

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  const { word, ...look } = statusStyles[status]
  return <Badge {...look}>{word}</Badge>
}
