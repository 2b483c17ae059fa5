import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { type Tone, toneGrounds, toneIcons } from './tone.ts'

const badgeStyles =
  'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5'

type BadgeProps = { tone: Tone; icon?: ReactNode; children: ReactNode }

/** A status: icon, word and colour together, so that none of them carries the meaning alone. */
export function Badge({ tone, icon, children }: BadgeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <span className={cx(badgeStyles, toneGrounds[tone])}>
      {icon ?? <ToneIcon aria-hidden />}
      {children}
    </span>
  )
}
