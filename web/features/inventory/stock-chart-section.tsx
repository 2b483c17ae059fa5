import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { stockHistoryDays } from '#contract/inventory.ts'
import { ChartPlaceholder } from '#web/shared/chart/chart-place.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useInventoryFigures, useStockHistory } from './api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { StockChart } from './stock-chart.tsx'
import { StockHistoryTable } from './stock-history-table.tsx'

export function StockChartSection({ skuId }: { skuId: string }) {
  const { data, error, isFetching, refetch } = useStockHistory(skuId)
  const figures = useInventoryFigures()

  return (
    <DrawerSection
      title={`Last ${stockHistoryDays} days`}
      description="Units at the last count of each day. Units held for orders are not taken off."
    >
      {error && <LoadError what="The history" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <ChartPlaceholder />}
      {data?.length === 0 && <EmptyState icon={<ChartNoAxesCombined />}>No counts yet</EmptyState>}
      {data && data.length > 0 && (
        <>
          <StockChart history={data} threshold={figures.data?.lowStockThreshold} />
          <StockHistoryTable history={data} />
        </>
      )}
    </DrawerSection>
  )
}
