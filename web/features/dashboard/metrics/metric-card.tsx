import { Link } from 'wouter'
import { cardWideLink } from '#web/ui/card-wide-link.ts'
import { FigureCard } from '#web/ui/figure-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

type MetricCardProps = {
  label: string
  figure: number | string | undefined
  hint: string | undefined
  /** What exactly is counted. */
  definition: string
  href: string
}

/** The whole card leads to what the figure is made of. */
export function MetricCard({ label, figure, hint, definition, href }: MetricCardProps) {
  const isOnThisScreen = href.startsWith('#')
  return (
    <FigureCard
      label={
        <Tooltip content={definition} side="bottom">
          {isOnThisScreen ? (
            <a href={href} className={cardWideLink}>
              {label}
            </a>
          ) : (
            <Link href={href} className={cardWideLink}>
              {label}
            </Link>
          )}
        </Tooltip>
      }
      figure={figure}
      hint={hint ?? <Skeleton className="my-0.5 h-3 w-28" />}
    />
  )
}
