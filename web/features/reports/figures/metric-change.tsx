import { changeOf, changeText, type FigureName, figures, figureText } from '#contract/report-figures.ts'
import type { ReportMetric } from '#contract/reports.ts'
import { stockLinks } from './stock-places.ts'

const betterWhenLess: ReadonlySet<FigureName> = new Set<FigureName>([
  'cancelledOrders',
  'cancelledShare',
  'lowStockSkus',
  'outOfStockSkus',
])

type MetricChangeProps = { metric: ReportMetric; currency: string; daysBefore: string }

export function MetricChange({ metric, currency, daysBefore }: MetricChangeProps) {
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
