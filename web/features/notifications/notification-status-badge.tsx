import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import MoonStar from 'lucide-react/icons/moon-star'
import type { ReactNode } from 'react'
import { type NotificationStatus, notificationStatusLabels } from '#contract/notification-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusBadges: Record<NotificationStatus, { tone: Tone; icon?: ReactNode }> = {
  pending: { tone: 'info', icon: <Hourglass aria-hidden /> },
  held: { tone: 'warning', icon: <MoonStar aria-hidden /> },
  sent: { tone: 'success' },
  failed: { tone: 'danger' },
  skipped: { tone: 'neutral', icon: <Ban aria-hidden /> },
}

export function NotificationStatusBadge({ status }: { status: NotificationStatus }) {
  return <Badge {...statusBadges[status]}>{notificationStatusLabels[status]}</Badge>
}
