import { type ComponentProps, useId } from 'react'
import { Link } from 'wouter'
import { changeOf, changeText, type FigureName, figures, figureText } from '#contract/report-figures.ts'
import type { Report, ReportMetric } from '#contract/reports.ts'
import { alertsLink } from '#web/shared/inventory-alerts.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { DrillDownLink } from './drill-down-drawer.tsx'
import { figureKey } from './drill-down.ts'
import { formatDaysShort } from './report-days.ts'

const gridStyles = 'grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:gap-4 lg:grid-cols-4'

export function ReportMetrics({ report: { metrics, currency, previous } }: { report: Report }) {
  return (
    <dl className={gridStyles}>
      {metrics.map((metric) => (
        <MetricCard key={metric.figure} metric={metric} currency={currency} daysBefore={formatDaysShort(previous)} />
      ))}
    </dl>
  )
}

/** Skeletons in the size of the four cards. */
export function ReportMetricSkeletons() {
  return (
    <div className={gridStyles}>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <div key={place} className="grid content-start gap-2 rounded-lg border bg-raised px-4 py-3 md:px-5 md:py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </div>
  )
}

type MetricCardProps = { metric: ReportMetric; currency: string; daysBefore: string }

/**
 * The figure links to the rows behind it. Its definition is shown on hover and focus, and read out by
 * `aria-describedby`.
 */
function MetricCard({ metric, currency, daysBefore }: MetricCardProps) {
  const id = useId()
  const { label, kind, definition } = figures[metric.figure]
  const [labelId, valueId, definitionId] = [`${id}-label`, `${id}-value`, `${id}-definition`]
  return (
    <div className="min-w-0 rounded-lg border bg-raised px-4 py-3 shadow-raised md:px-5 md:py-4">
      <dt id={labelId} className="text-sm text-muted">
        {label}
      </dt>
      <dd className="text-2xl font-semibold wrap-anywhere">
        <Tooltip content={definition}>
          <FigureLink
            id={valueId}
            figure={metric.figure}
            aria-labelledby={`${labelId} ${valueId}`}
            aria-describedby={definitionId}
            className="inline-flex min-h-10 items-center decoration-1 underline-offset-4 hover:underline md:min-h-9"
          >
            {figureText(kind, metric.value, currency)}
          </FigureLink>
        </Tooltip>
      </dd>
      <dd className="min-h-5 text-sm text-muted">
        <MetricChange metric={metric} currency={currency} daysBefore={daysBefore} />
      </dd>
      <dd id={definitionId} hidden>
        {definition}
      </dd>
    </div>
  )
}

type FigureLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { figure: FigureName }

function FigureLink({ figure, ...link }: FigureLinkProps) {
  const place = stockLinks[figure]
  return place ? <Link {...link} href={place} /> : <DrillDownLink {...link} drillDownKey={figureKey(figure)} />
}

const betterWhenLess: ReadonlySet<FigureName> = new Set<FigureName>([
  'cancelledOrders',
  'cancelledShare',
  'lowStockSkus',
  'outOfStockSkus',
])

type MetricChangeProps = { metric: ReportMetric; currency: string; daysBefore: string }

function MetricChange({ metric, currency, daysBefore }: MetricChangeProps) {
  const { figure, value, previous } = metric
  const { kind } = figures[figure]
  const change = changeOf(kind, value, previous)
  if (change === null) {
    return previous === null && stockLinks[figure] ? 'As it stands now' : `Nothing to compare from ${daysBefore}`
  }
  return (
    <>
      <span className={toneOf(figure, change)}>
        {change !== 0 && <span aria-hidden>{change > 0 ? '▲ ' : '▼ '}</span>}
        {changeText(kind, change)}
      </span>{' '}
      <span title={`${figureText(kind, previous, currency)} then`}>from {daysBefore}</span>
    </>
  )
}

function toneOf(figure: FigureName, change: number): string {
  if (change === 0) return 'font-medium text-ink'
  return change > 0 === betterWhenLess.has(figure) ? 'font-medium text-danger' : 'font-medium text-success'
}

/** Figures of the present stock link to the inventory, because SKUs and not orders are behind them. */
const stockLinks: Partial<Record<FigureName, string>> = {
  unitsAvailable: '/inventory',
  unitsInbound: '/inventory',
  daysOfCover: '/inventory',
  lowStockSkus: alertsLink,
  outOfStockSkus: '/inventory?status=out_of_stock',
}
