import { figure } from '#web/lib/figures.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { useInventoryFigures } from './api.ts'

export function InventoryCards() {
  const { data, error, isFetching, refetch } = useInventoryFigures()
  if (error && !data) {
    return (
      <FailedToLoad what="The stock figures" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  return (
    <FigureCards>
      <FigureCard label="Total SKUs" figure={data?.totalSkus} hint="Active" />
      <FigureCard label="Low Stock" figure={data?.lowStock} hint={lowStockHint(data?.lowStockThreshold)} />
      <FigureCard label="Out of Stock" figure={data?.outOfStock} hint="None available" />
      <FigureCard label="Total Units" figure={data?.totalUnits} hint="Available" />
    </FigureCards>
  )
}

function lowStockHint(threshold: number | undefined): string {
  return threshold === undefined ? 'Few or none available' : `0 to ${figure(threshold)} available`
}
