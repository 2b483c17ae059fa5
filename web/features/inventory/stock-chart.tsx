import { Area, AreaChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { StockHistory } from '#contract/inventory.ts'
import { figure } from '#web/lib/figures.ts'
import { dayInShort } from '#web/shared/days.ts'
import { StockChartTooltip } from './stock-chart-tooltip.tsx'

/** The drawer's width less its margins, so that the first picture is already right where there is room. */
const initialSize = { width: 512, height: 224 }
/** The halo keeps it readable where the stock's own line runs through. */
const thresholdLabel = {
  position: 'insideBottomRight',
  fill: 'var(--color-warning)',
  fontSize: 12,
  paintOrder: 'stroke',
  stroke: 'var(--color-raised)',
  strokeWidth: 4,
} as const
const tick = { fill: 'var(--color-muted)', fontSize: 12 }

type StockChartProps = { history: StockHistory; threshold: number | undefined }

/** Arrow keys walk from day to day once the chart has the focus; the tooltip is announced. */
export function StockChart({ history, threshold }: StockChartProps) {
  return (
    <ResponsiveContainer width="100%" height={initialSize.height} initialDimension={initialSize}>
      <AreaChart data={history} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} aria-label="Stock day by day">
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
          allowDecimals={false}
          tickFormatter={figure}
          tick={tick}
          width="auto"
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          content={StockChartTooltip}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--color-line-strong)' }}
        />
        {threshold !== undefined && (
          <ReferenceLine
            y={threshold}
            ifOverflow="extendDomain"
            stroke="var(--color-warning)"
            strokeDasharray="4 4"
            label={{ ...thresholdLabel, value: `Low stock: ${figure(threshold)}` }}
          />
        )}
        <Area
          type="stepAfter"
          dataKey="qtyAvailable"
          stroke="var(--color-accent)"
          strokeWidth={2}
          fill="var(--color-accent-soft)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  )
}
