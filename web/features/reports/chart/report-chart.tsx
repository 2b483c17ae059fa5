import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { figures } from '#contract/report-figures.ts'
import type { ReportChart as Chart } from '#contract/reports.ts'
import { seriesShade } from '#web/shared/chart/series-shade.ts'
import { axisText } from './axis-text.ts'
import { type ChartPoint, drawn, hasPrevious, tickText } from './chart-points.ts'
import { ReportChartTooltip } from './report-chart-tooltip.tsx'

/** About the card's width, so that the first picture is already right where there is room. */
const initialSize = { width: 1040, height: 224 }
/** Pixels; one that measures itself cuts off its first digit. */
const axisWidth = 56
/** The halo keeps the dashes readable where they run through the bars. */
const beforeLooks = [
  { stroke: 'var(--color-raised)', strokeWidth: 4 },
  { stroke: 'var(--color-ink)', strokeWidth: 1.5, strokeDasharray: '4 4' },
] as const
const tick = { fill: 'var(--color-muted)', fontSize: 12 }

type ReportChartProps = { chart: Chart; currency: string }

/** Arrow keys walk from point to point once the chart has the focus; the tooltip is announced. */
export function ReportChart({ chart, currency }: ReportChartProps) {
  const { label, kind } = figures[chart.figure]
  return (
    <ResponsiveContainer width="100%" height={initialSize.height} initialDimension={initialSize}>
      <ComposedChart
        data={chart.points}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        aria-label={`${label} over time`}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="startDate"
          tickFormatter={(startDate: string) => tickText(chart, startDate)}
          tick={tick}
          minTickGap={40}
          tickLine={false}
          stroke="var(--color-line)"
        />
        <YAxis
          allowDecimals={kind !== 'count'}
          tickFormatter={(value: number) => axisText(kind, value, currency)}
          tick={tick}
          width={axisWidth}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          content={<ReportChartTooltip chart={chart} currency={currency} />}
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-hover)' }}
        />
        {chart.series.map((series, position) => (
          <Bar
            key={series.key}
            dataKey={(point: ChartPoint) => drawn(point.values[position] ?? null)}
            name={series.label}
            stackId="series"
            stroke="var(--color-raised)"
            strokeWidth={chart.series.length > 1 ? 1 : 0}
            fill={seriesShade(position, chart.series.length)}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
        {hasPrevious(chart) &&
          beforeLooks.map((look) => (
            <Line
              key={look.stroke}
              {...look}
              dataKey={(point: ChartPoint) => drawn(point.previous)}
              name="The days before"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}
