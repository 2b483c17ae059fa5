import type { ReactNode } from 'react'
import { locale } from '#contract/i18n.ts'
import { Skeleton } from './loading.tsx'

/** Description list of cards: four in a row from large width up, two below. */
export function FigureCards({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{children}</dl>
}

type FigureCardProps = {
  /** May be a link with `cardWideLink`, which makes the whole card clickable. */
  label: ReactNode
  /** Undefined while it loads. A string is shown as it is. */
  figure: number | string | undefined
  /** Definition of the figure, or how it has changed. */
  hint: ReactNode
}

export function FigureCard({ label, figure, hint }: FigureCardProps) {
  return (
    <div className="relative min-w-0 rounded-lg border bg-raised px-4 py-3 shadow-raised md:px-5 md:py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-semibold wrap-anywhere">
        {figure === undefined ? <Skeleton className="my-1 h-6 w-16" /> : figure.toLocaleString(locale())}
      </dd>
      <dd className="text-xs text-muted">{hint}</dd>
    </div>
  )
}

/** Styles for a link in a `relative` card: its hit area covers the whole card. */
export const cardWideLink =
  'after:absolute after:inset-0 after:rounded-lg hover:text-ink focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
