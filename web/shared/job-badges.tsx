import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Timer from 'lucide-react/icons/timer'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import type { JobStatus } from '#contract/jobs.ts'
import type { SyncRunStatus } from '#contract/marketplace-values.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const jobStatusBadges: Record<JobStatus, { tone: Tone; icon: ReactNode; label: string }> = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden />, label: t('Waiting') },
  delayed: { tone: 'warning', icon: <Timer aria-hidden />, label: t('Delayed') },
  active: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" />, label: t('Running') },
  completed: { tone: 'success', icon: <CircleCheck aria-hidden />, label: t('Completed') },
  failed: { tone: 'danger', icon: <CircleX aria-hidden />, label: t('Failed') },
}

export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { tone, icon, label } = jobStatusBadges[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function SyncStatusBadge({ status }: { status: SyncRunStatus }) {
  return <JobStatusBadge status={status === 'running' ? 'active' : status} />
}
