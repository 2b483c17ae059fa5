import type { StockHistory } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { Chart } from '#web/shared/chart/chart.tsx'
import { stepPath } from '#web/shared/chart/line-path.ts'
import type { Plot } from '#web/shared/chart/plot.ts'
import { formatDayShort } from '#web/shared/days.ts'
import { StockChartTooltip } from './stock-chart-tooltip.tsx'

/** The drawer's width less its margins. */
const defaultChartWidth = 512

type StockChartProps = { history: StockHistory; threshold: number | undefined }

export function StockChart({ history, threshold }: StockChartProps) {
  const amounts = history.map(({ qtyAvailable }) => qtyAvailable)
  return (
    <Chart
      label="Stock day by day"
      usualWidth={defaultChartWidth}
      pointTexts={history.map(({ day }) => formatDayShort(day))}
      values={threshold === undefined ? amounts : [...amounts, threshold]}
      isCounted
      tickText={formatNumber}
      isBanded={false}
      renderTooltip={(position) => {
        const day = history[position]
        return day && <StockChartTooltip of={day} />
      }}
    >
      {(plot, highlighted) => (
        <>
          <StockLine plot={plot} amounts={amounts} />
          {threshold !== undefined && <ThresholdLine plot={plot} value={threshold} />}
          {highlighted !== null && (
            <HighlightedDay plot={plot} position={highlighted} amount={amounts[highlighted] ?? 0} />
          )}
        </>
      )}
    </Chart>
  )
}

function StockLine({ plot, amounts }: { plot: Plot; amounts: readonly number[] }) {
  const line = stepPath(plot, amounts)
  const [first = 0] = amounts
  return (
    <>
      <path d={`${line}V${plot.bottom}H${plot.x(0)}Z`} fill="var(--color-accent-soft)" fillOpacity="0.6" />
      <path d={line} fill="none" stroke="var(--color-accent)" strokeWidth="2" />
      {amounts.length === 1 && <circle cx={plot.x(0)} cy={plot.y(first)} r="3" fill="var(--color-accent)" />}
    </>
  )
}

/** The halo keeps the words readable where the stock's own line runs through. */
function ThresholdLine({ plot: { left, right, y }, value }: { plot: Plot; value: number }) {
  return (
    <>
      <path d={`M${left} ${y(value)}H${right}`} stroke="var(--color-warning)" strokeDasharray="4 4" />
      <text
        x={right - 5}
        y={y(value) - 5}
        textAnchor="end"
        className="fill-warning text-xs"
        paintOrder="stroke"
        stroke="var(--color-raised)"
        strokeWidth="4"
      >
        Low stock: {formatNumber(value)}
      </text>
    </>
  )
}

function HighlightedDay({
  plot: { x, y, top, bottom },
  position,
  amount,
}: {
  plot: Plot
  position: number
  amount: number
}) {
  return (
    <>
      <path d={`M${x(position)} ${top}V${bottom}`} stroke="var(--color-line-strong)" />
      <circle
        cx={x(position)}
        cy={y(amount)}
        r="4"
        fill="var(--color-accent)"
        stroke="var(--color-raised)"
        strokeWidth="2"
      />
    </>
  )
}
