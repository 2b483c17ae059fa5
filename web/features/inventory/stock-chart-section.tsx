import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { Suspense, useEffect } from 'react'
import { stockHistoryDays } from '#contract/inventory.ts'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { ChartPlace } from '#web/shared/chart/chart-place.tsx'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInventoryFigures, useStockHistory } from './api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { StockHistoryTable } from './stock-history-table.tsx'

/** The chart brings a library that no other part of the screen needs. */
const StockChart = lazyScreen(async () => (await import('./stock-chart.tsx')).StockChart)

export function StockChartSection({ skuId }: { skuId: string }) {
  const { data, error, isFetching, refetch } = useStockHistory(skuId)
  const figures = useInventoryFigures()

  useEffect(() => StockChart.preload(), [])

  return (
    <DrawerSection
      title={`Last ${stockHistoryDays} days`}
      description="Units at the last count of each day. Units held for orders are not taken off."
    >
      {error && (
        <FailedToLoad what="The history" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!error && !data && <ChartPlace />}
      {data?.length === 0 && <EmptyState icon={<ChartNoAxesCombined />}>No counts yet</EmptyState>}
      {data && data.length > 0 && (
        <>
          <Suspense fallback={<ChartPlace />}>
            <StockChart history={data} threshold={figures.data?.lowStockThreshold} />
          </Suspense>
          <StockHistoryTable history={data} />
        </>
      )}
    </DrawerSection>
  )
}
