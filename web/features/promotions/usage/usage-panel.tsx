import ChartColumn from 'lucide-react/icons/chart-column'
import { useState } from 'react'
import type { PromotionUsage } from '#contract/promotions.ts'
import { formatCount } from '#web/lib/figures.ts'
import { ChartPlaceholder } from '#web/shared/chart/chart-place.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useUsage } from './api.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageLegend } from './usage-legend.tsx'
import { usageSeries } from './usage-series.ts'
import { UsageTable } from './usage-table.tsx'
import { type UsageMeasure, measureOptions, periodOptions, type UsagePeriod } from './usage-words.ts'

/** Uses and discount given per day and channel, of one promotion or of all. */
export function UsagePanel({ promotionId }: { promotionId?: string }) {
  const [days, setDays] = useState<UsagePeriod>(30)
  const [measure, setMeasure] = useState<UsageMeasure>('uses')
  const { data, error, isFetching, isPlaceholderData, refetch } = useUsage({ promotionId, days })

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap justify-between gap-2">
        <ChoiceButtons label="Measure" options={measureOptions} value={measure} onChange={setMeasure} />
        <ChoiceButtons label="Period" options={periodOptions} value={days} onChange={setDays} />
      </div>
      {error && <LoadError what="The uses" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && (!data || (isPlaceholderData && data.rows.length === 0)) && <ChartPlaceholder />}
      {data?.rows.length === 0 && !isPlaceholderData && (
        <div className="flex min-h-56 items-center justify-center">
          <EmptyState icon={<ChartColumn />}>
            No order used {promotionId ? 'it' : 'a promotion'} in these {days} days
          </EmptyState>
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
          {formatCount(foreignUses, 'use')} by orders in other currencies {foreignUses === 1 ? 'is' : 'are'} counted,
          but not part of the discount.
        </p>
      )}
      <UsageTable usage={usage} />
    </>
  )
}
