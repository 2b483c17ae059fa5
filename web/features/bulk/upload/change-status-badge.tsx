import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import type { ChangeSetStatus } from '#contract/bulk.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusBadges: Record<ChangeSetStatus, { tone: Tone; icon?: ReactNode; word: string }> = {
  draft: { tone: 'info', word: 'Under way' },
  applied: { tone: 'success', word: 'Applied' },
  undone: { tone: 'neutral', icon: <Undo2 aria-hidden />, word: 'Undone' },
  failed: { tone: 'danger', word: 'Failed' },
}

export function ChangeStatusBadge({ status }: { status: ChangeSetStatus }) {
  const { word, ...look } = statusBadges[status]
  return <Badge {...look}>{word}</Badge>
}
