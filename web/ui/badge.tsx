import { cx } from 'class-variance-authority'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

const badgeStyles =
  'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5'

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode }

/** A status: icon, word and color together, so that none of them carries the meaning alone. */
export function Badge({ tone, icon, children }: BadgeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <span className={cx(badgeStyles, toneGrounds[tone])}>
      {icon ?? <ToneIcon aria-hidden />}
      {children}
    </span>
  )
}

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export const toneIcons = {
  neutral: CircleDashed,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const satisfies Record<Tone, unknown>

export const toneGrounds: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
