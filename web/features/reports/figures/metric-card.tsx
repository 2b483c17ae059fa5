import { type ComponentProps, useId } from 'react'
import { Link } from 'wouter'
import { type FigureName, figures, figureText } from '#contract/report-figures.ts'
import type { ReportMetric } from '#contract/reports.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { figureKey } from '../orders/orders-behind.ts'
import { DrillDownLink } from '../orders/orders-behind-link.tsx'
import { MetricChange } from './metric-change.tsx'
import { stockLinks } from './stock-places.ts'

type MetricCardProps = { metric: ReportMetric; currency: string; daysBefore: string }

/** The figure leads to what it is made of. What it means comes on hover and focus, and is read out with it. */
export function MetricCard({ metric, currency, daysBefore }: MetricCardProps) {
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

function FigureLink({ figure, ...face }: FigureLinkProps) {
  const place = stockLinks[figure]
  return place ? <Link {...face} href={place} /> : <DrillDownLink {...face} drillDownKey={figureKey(figure)} />
}
