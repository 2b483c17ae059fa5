import { Link } from 'wouter'
import { formatNumber } from '#web/lib/figures.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { alertsLink } from '#web/shared/inventory-alerts/alerts-place.ts'
import { cardWideLink } from '#web/ui/card-wide-link.ts'
import { FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { useInventoryFigures } from './api.ts'

export function InventoryCards({ onLowStock }: { onLowStock: () => void }) {
  const { data, error, isFetching, refetch } = useInventoryFigures()
  if (error && !data) {
    return <LoadError what="The stock figures" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <FigureCards>
      <FigureCard label="Total SKUs" figure={data?.totalSkus} hint="Active" />
      <FigureCard
        label={<LowStock onOpen={onLowStock} />}
        figure={data?.lowStock}
        hint={lowStockHint(data?.lowStockThreshold)}
      />
      <FigureCard label="Out of Stock" figure={data?.outOfStock} hint="None available" />
      <FigureCard label="Total Units" figure={data?.totalUnits} hint="Available" />
    </FigureCards>
  )
}

function LowStock({ onOpen }: { onOpen: () => void }) {
  return (
    <Link
      href={alertsLink}
      className={cardWideLink}
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      Low Stock
    </Link>
  )
}

function lowStockHint(threshold: number | undefined): string {
  return threshold === undefined ? 'Few or none available' : `0 to ${formatNumber(threshold)} available`
}
