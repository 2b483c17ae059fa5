import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const listingSyncBadges: Record<ListingSyncStatus, { tone: Tone; icon?: ReactNode; word: string }> = {
  pending: { tone: 'neutral', icon: <Hourglass aria-hidden />, word: 'Waiting to sync' },
  synced: { tone: 'success', word: 'Synced' },
  failed: { tone: 'danger', word: 'Sync failed' },
}

export function ListingSyncBadge({ status }: { status: ListingSyncStatus }) {
  const { word, ...look } = listingSyncBadges[status]
  return <Badge {...look}>{word}</Badge>
}
