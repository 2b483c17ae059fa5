import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { seriesShade } from '#web/shared/chart/series-shade.ts'
import { dayInShort } from '#web/shared/days.ts'
import type { UsageDay, UsageSeries } from './usage-series.ts'
import { UsageTooltip } from './usage-tooltip.tsx'
import { inMeasure, type Measure } from './usage-words.ts'

/** The drawer's width less its margins, so that the first picture is already right where there is room. */
const initialSize = { width: 640, height: 224 }
/** Pixels; one that measures itself cuts off its first digit. */
const axisWidths: Record<Measure, number> = { uses: 36, discount: 72 }
const tick = { fill: 'var(--color-muted)', fontSize: 12 }

type UsageChartProps = { series: UsageSeries; measure: Measure; currency: string }

/** Arrow keys walk from day to day once the chart has the focus; the tooltip is announced. */
export function UsageChart({ series: { channels, days }, measure, currency }: UsageChartProps) {
  return (
    <ResponsiveContainer width="100%" height={initialSize.height} initialDimension={initialSize}>
      <BarChart
        data={days}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        aria-label={measure === 'uses' ? 'Uses day by day' : 'Discount day by day'}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={dayInShort}
          tick={tick}
          minTickGap={40}
          tickLine={false}
          stroke="var(--color-line)"
        />
        <YAxis
          allowDecimals={measure === 'discount'}
          tickFormatter={(amount: number) => inMeasure(amount, measure, currency)}
          tick={tick}
          width={axisWidths[measure]}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          content={<UsageTooltip channels={channels} measure={measure} currency={currency} />}
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-hover)' }}
        />
        {channels.map((channel, position) => (
          <Bar
            key={channel.id}
            dataKey={(day: UsageDay) => day.amounts[position] ?? 0}
            name={channel.name}
            stackId="channels"
            fill={seriesShade(position)}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
