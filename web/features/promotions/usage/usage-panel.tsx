import ChartColumn from 'lucide-react/icons/chart-column'
import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { PromotionUsage } from '#contract/promotions.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ChartPlaceholder, Chart } from '#web/shared/chart/chart.tsx'
import { seriesShade, stack, StackedBars } from '#web/shared/chart/stacked-bars.tsx'
import { formatDay, formatDayShort } from '#web/shared/dates.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useUsage } from '../api.ts'
import {
  formatMeasure,
  measureOptions,
  periodOptions,
  type UsageChannel,
  type UsageDay,
  type UsageMeasure,
  type UsagePeriod,
  usageSeries,
  type UsageSeries,
} from './usage-series.ts'

/** Uses or discount per day and channel, of one promotion or of all. */
export function UsagePanel({ promotionId }: { promotionId?: string }) {
  const [days, setDays] = useState<UsagePeriod>(30)
  const [measure, setMeasure] = useState<UsageMeasure>('uses')
  const { data, error, isFetching, isPlaceholderData, refetch } = useUsage({ promotionId, days })

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap justify-between gap-2">
        <ChoiceButtons label={t('Metric')} options={measureOptions} value={measure} onChange={setMeasure} />
        <ChoiceButtons label={t('Period')} options={periodOptions} value={days} onChange={setDays} />
      </div>
      {error && <LoadError what={t('The uses')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && (!data || (isPlaceholderData && data.rows.length === 0)) && <ChartPlaceholder />}
      {data?.rows.length === 0 && !isPlaceholderData && (
        <div className="flex min-h-56 items-center justify-center">
          <EmptyState icon={<ChartColumn />}>{t('No uses in the last {days} days', { days })}</EmptyState>
        </div>
      )}
      {data && data.rows.length > 0 && <UsageView usage={data} measure={measure} />}
    </div>
  )
}

function UsageView({ usage, measure }: { usage: PromotionUsage; measure: UsageMeasure }) {
  const { currency, foreignUses } = usage
  const series = usageSeries(usage, measure)
  return (
    <>
      <UsageChart series={series} measure={measure} currency={currency} />
      <UsageLegend channels={series.channels} measure={measure} currency={currency} />
      {foreignUses > 0 && (
        <p className="text-sm text-muted">
          {t(
            '{foreignUses, plural, one {# use in another currency counts toward the limit, but isn’t included in the discount.} other {# uses in other currencies count toward the limit, but aren’t included in the discount.}}',
            { foreignUses },
          )}
        </p>
      )}
      <UsageTable usage={usage} />
    </>
  )
}

type ChoiceButtonsProps<Value> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Toggle buttons of which exactly one is pressed. */
function ChoiceButtons<Value extends string | number>(props: ChoiceButtonsProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          size="small"
          variant={option.value === value ? 'secondary' : 'quiet'}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  )
}

/** Pixels: the drawer's width less its margins. */
const defaultChartWidth = 640

type UsageChartProps = { series: UsageSeries; measure: UsageMeasure; currency: string }

function UsageChart({ series: { channels, days }, measure, currency }: UsageChartProps) {
  const bars = days.map(({ amounts }) => stack(amounts))
  return (
    <Chart
      label={measure === 'uses' ? t('Daily uses') : t('Daily discount')}
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

type UsageTooltipProps = {
  day: UsageDay
  channels: readonly UsageChannel[]
  measure: UsageMeasure
  currency: string
}

function UsageTooltip({ day: { day, total, amounts }, channels, measure, currency }: UsageTooltipProps) {
  const amount = formatMeasure(total, measure, currency)
  return (
    <>
      <p>{formatDay(day)}</p>
      <p className="font-semibold">
        {measure === 'uses' ? t('{amount} in total', { amount }) : t('{amount} off in total', { amount })}
      </p>
      {channels.map(({ id, name }, position) => {
        const part = amounts[position] ?? 0
        return (
          part > 0 && (
            <p key={id}>
              {name}: {formatMeasure(part, measure, currency)}
            </p>
          )
        )
      })}
    </>
  )
}

type UsageLegendProps = { channels: readonly UsageChannel[]; measure: UsageMeasure; currency: string }

function UsageLegend({ channels, measure, currency }: UsageLegendProps) {
  return (
    <ul aria-label={t('By channel')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {channels.map(({ id, name, total }, position) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" fill={seriesShade(position)} />
          </svg>
          <span className="wrap-anywhere text-muted">{name}</span>
          <span className="font-medium">{formatMeasure(total, measure, currency)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The chart's data as a table, for screen readers and for exact values. */
function UsageTable({ usage: { rows, currency } }: { usage: PromotionUsage }) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">{t('Show as a table')}</summary>
      <table className="mt-1 w-full rounded-lg border">
        <caption className="sr-only">{t('Uses and discount by day and channel, newest first')}</caption>
        <thead className="border-b text-xs text-muted">
          <tr>
            {[t('Day'), t('Channel')].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-left font-medium">
                {heading}
              </th>
            ))}
            {[t('Uses'), t('Discount')].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows
            .toSorted((a, b) => b.day.localeCompare(a.day) || a.channelName.localeCompare(b.channelName))
            .map(({ day, channelId, channelName, uses, discount }) => (
              <tr key={`${day} ${channelId}`}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {formatDay(day)}
                </th>
                <td className="px-3 py-1.5 wrap-anywhere">{channelName}</td>
                <td className="px-3 py-1.5 text-right">{formatNumber(uses)}</td>
                <td className="px-3 py-1.5 text-right">{formatMoney(discount, currency)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
