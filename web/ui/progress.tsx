import { cx } from 'class-variance-authority'
import { useId } from 'react'

type ProgressProps = {
  label: string
  /** Between 0 and 1. */
  share: number
  /** Figures beside the label; not announced, because they change too often. */
  detail?: string | undefined
  /** Progress is unknown: the bar pulses. */
  isUncertain?: boolean
}

export function Progress({ label, share, detail, isUncertain = false }: ProgressProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <label htmlFor={id} aria-live="polite" className="font-medium">
          {label}
        </label>
        {detail && <span className="text-muted">{detail}</span>}
      </div>
      <progress id={id} value={share} className={cx(barStyles, isUncertain && 'animate-pulse')} />
    </div>
  )
}

const barStyles = cx(
  'h-2 w-full appearance-none overflow-hidden rounded-sm border-0 bg-line [&::-webkit-progress-bar]:bg-line',
  '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size]',
)
