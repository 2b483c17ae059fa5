import { cx } from 'class-variance-authority'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { t } from '#contract/i18n.ts'

type SpinnerProps = { label?: string }

export function Spinner({ label = t('Loading...') }: SpinnerProps) {
  return (
    <output className="flex items-center justify-center gap-2.5 p-6 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
      {label}
    </output>
  )
}

/** Placeholder of something that loads; `className` gives it the size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span className={cx('block max-w-full rounded-sm bg-hover', className)}>
      <span className="sr-only">{t('Loading...')}</span>
    </span>
  )
}
