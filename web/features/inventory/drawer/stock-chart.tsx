import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { t } from '#contract/i18n.ts'
import { type StockHistory, stockHistoryDays } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ChartPlaceholder, Chart } from '#web/shared/chart/chart.tsx'
import { stepPath, type Plot } from '#web/shared/chart/plot.ts'
import { formatDay, formatDayShort } from '#web/shared/dates.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInventoryFigures, useStockHistory } from '../api.ts'

export function StockChartSection({ skuId }: { skuId: string }) {
  const { data, error, isFetching, refetch } = useStockHistory(skuId)
  const figures = useInventoryFigures()

  return (
    <DrawerSection
      title={t('Last {stockHistoryDays} days', { stockHistoryDays })}
      description={t('Units at each day’s last count. Includes units reserved for orders.')}
    >
      {error && (
        <LoadError what={t('The history')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!error && !data && <ChartPlaceholder />}
      {data?.length === 0 && <EmptyState icon={<ChartNoAxesCombined />}>{t('No counts yet')}</EmptyState>}
      {data && data.length > 0 && (
        <>
          <StockChart history={data} threshold={figures.data?.lowStockThreshold} />
          <StockHistoryTable history={data} />
        </>
      )}
    </DrawerSection>
  )
}

/** Pixels: the drawer's width less its margins. */
const defaultChartWidth = 512

type StockChartProps = { history: StockHistory; threshold: number | undefined }

function StockChart({ history, threshold }: StockChartProps) {
  const amounts = history.map(({ qtyAvailable }) => qtyAvailable)
  return (
    <Chart
      label={t('Daily stock')}
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

/** The label has a halo, so that it stays readable where the stock line crosses it. */
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
        {t('Low stock: {value}', { value })}
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

function StockChartTooltip({ of }: { of: StockHistory[number] }) {
  return (
    <>
      <p>{formatDay(of.day)}</p>
      <p className="font-semibold">
        {t('{units, plural, one {# unit counted} other {# units counted}}', { units: of.qtyAvailable })}
      </p>
      <p>
        {t('{qtyReserved} reserved, {qtyInbound} inbound', { qtyReserved: of.qtyReserved, qtyInbound: of.qtyInbound })}
      </p>
    </>
  )
}

/** The chart's data as a table, for screen readers and for exact values. */
function StockHistoryTable({ history }: { history: StockHistory }) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">{t('Show as a table')}</summary>
      <table className="mt-1 w-full rounded-lg border">
        <caption className="sr-only">{t('Daily stock, newest first')}</caption>
        <thead className="border-b text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('Day')}
            </th>
            {[t('Counted'), t('Reserved'), t('Inbound')].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {history.toReversed().map(({ day, qtyAvailable, qtyReserved, qtyInbound }) => (
            <tr key={day}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {formatDay(day)}
              </th>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyAvailable)}</td>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyReserved)}</td>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyInbound)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
