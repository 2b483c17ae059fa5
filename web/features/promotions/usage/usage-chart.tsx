import { Chart } from '#web/shared/chart/chart.tsx'
import { stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { dayInShort } from '#web/shared/days.ts'
import type { UsageSeries } from './usage-series.ts'
import { UsageTooltip } from './usage-tooltip.tsx'
import { inMeasure, type Measure } from './usage-words.ts'

/** The drawer's width less its margins. */
const usualWidth = 640

type UsageChartProps = { series: UsageSeries; measure: Measure; currency: string }

export function UsageChart({ series: { channels, days }, measure, currency }: UsageChartProps) {
  const bars = days.map(({ amounts }) => stack(amounts))
  return (
    <Chart
      label={measure === 'uses' ? 'Uses day by day' : 'Discount day by day'}
      usualWidth={usualWidth}
      pointTexts={days.map(({ day }) => dayInShort(day))}
      values={days.map(({ total }) => total)}
      isCounted={measure === 'uses'}
      tickText={(amount) => inMeasure(amount, measure, currency)}
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
