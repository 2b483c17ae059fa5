import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { type Tone, toneIcons } from './badge.tsx'

const alertStyles = cva('flex flex-wrap items-start gap-3 rounded-lg border px-4 py-3 text-ink', {
  variants: {
    tone: {
      neutral: 'border-line bg-sunken [&>svg]:text-muted',
      info: 'border-info/30 bg-info-soft [&>svg]:text-info',
      success: 'border-success/30 bg-success-soft [&>svg]:text-success',
      warning: 'border-warning/30 bg-warning-soft [&>svg]:text-warning',
      danger: 'border-danger/30 bg-danger-soft [&>svg]:text-danger',
    },
  },
})

type AlertProps = { tone: Tone; title?: string; action?: ReactNode; children: ReactNode }

/** A message beside its cause that says what to do next. */
export function Alert({ tone, title, action, children }: AlertProps) {
  const Icon = toneIcons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={alertStyles({ tone })}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-40 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
