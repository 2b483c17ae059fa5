import { Chart } from '#web/shared/chart/chart.tsx'
import { stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { formatDayShort } from '#web/shared/days.ts'
import type { UsageSeries } from './usage-series.ts'
import { UsageTooltip } from './usage-tooltip.tsx'
import { formatMeasure, type UsageMeasure } from './usage-words.ts'

/** The drawer's width less its margins. */
const defaultChartWidth = 640

type UsageChartProps = { series: UsageSeries; measure: UsageMeasure; currency: string }

export function UsageChart({ series: { channels, days }, measure, currency }: UsageChartProps) {
  const bars = days.map(({ amounts }) => stack(amounts))
  return (
    <Chart
      label={measure === 'uses' ? 'Uses day by day' : 'Discount day by day'}
      usualWidth={defaultChartWidth}
      pointTexts={days.map(({ day }) => formatDayShort(day))}
      values={days.map(({ total }) => total)}
      isCounted={measure === 'uses'}
      tickText={(amount) => formatMeasure(amount, measure, currency)}
      isBanded
      renderTooltip={(position) => {
        const day = days[position]
        return day && <UsageTooltip day={day} channels={channels} measure={measure} currency={currency} />
      }}
    >
      {(plot) => <StackedBars plot={plot} bars={bars} />}
    </Chart>
  )
}
