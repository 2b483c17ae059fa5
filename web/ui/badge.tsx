import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { type Tone, toneIcons } from './tone.ts'

const badgeLook = cva(
  'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted',
        info: 'bg-info-soft text-info',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
      },
    },
  },
)

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode }

/** A status: icon, word and colour together, so that none of them carries the meaning alone. */
export function Badge({ tone, icon, children }: BadgeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <span className={badgeLook({ tone })}>
      {icon ?? <ToneIcon aria-hidden />}
      {children}
    </span>
  )
}
