import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Timer from 'lucide-react/icons/timer'
import type { ReactNode } from 'react'
import type { JobStatus } from '#contract/jobs.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const jobStatusBadges: Record<JobStatus, { tone: Tone; icon: ReactNode; word: string }> = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden />, word: 'Waiting' },
  delayed: { tone: 'warning', icon: <Timer aria-hidden />, word: 'Delayed' },
  active: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" />, word: 'Running' },
  completed: { tone: 'success', icon: <CircleCheck aria-hidden />, word: 'Completed' },
  failed: { tone: 'danger', icon: <CircleX aria-hidden />, word: 'Failed' },
}

export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { tone, icon, word } = jobStatusBadges[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
