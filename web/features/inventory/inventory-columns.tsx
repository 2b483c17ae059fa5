import Store from 'lucide-react/icons/store'
import { Link, useSearchParams } from 'wouter'
import type { InventoryRow } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { StockStatusBadge } from '#web/shared/badges.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { withQueryParams } from './inventory-filters.tsx'

export const inventoryColumns: readonly TableColumn<InventoryRow>[] = [
  { header: 'SKU', cell: (row) => <SkuLink row={row} /> },
  { header: 'ASIN', cell: (row) => <Asin row={row} /> },
  { header: 'Product', cell: (row) => <Product row={row} /> },
  { header: 'Available', align: 'end', cell: ({ qtyAvailable }) => formatNumber(qtyAvailable) },
  { header: 'Reserved', align: 'end', cell: ({ qtyReserved }) => formatNumber(qtyReserved) },
  { header: 'Inbound', align: 'end', cell: ({ qtyInbound }) => formatNumber(qtyInbound) },
  { header: 'Status', cell: (row) => <Status row={row} /> },
  {
    header: 'Marketplace Sync',
    cell: ({ lastAmazonSync }) =>
      lastAmazonSync ? <RelativeTime moment={lastAmazonSync} /> : <span className="text-muted">Never synced</span>,
  },
]

function SkuLink({ row: { id, sku } }: { row: InventoryRow }) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail('sku')
  return (
    <Link
      href={`/inventory?${withQueryParams(params, { sku: id })}`}
      onClick={(event) => {
        event.preventDefault()
        open(id)
      }}
      className="inline-flex min-h-10 items-center font-semibold text-accent underline-offset-2 hover:underline md:min-h-8"
    >
      {sku}
    </Link>
  )
}

function Asin({ row: { asin, lastAmazonSync } }: { row: InventoryRow }) {
  if (!asin && !lastAmazonSync) return '—'
  return (
    <span className="flex flex-col items-start gap-1 as-cards:flex-row as-cards:items-center as-cards:gap-2">
      <span className="whitespace-nowrap">{asin}</span>
      <Badge tone="neutral" icon={<Store aria-hidden />}>
        Amazon
      </Badge>
    </span>
  )
}

function Status({ row: { status, missingOnAmazonSince } }: { row: InventoryRow }) {
  return (
    <span className="flex flex-col items-start gap-1 as-cards:flex-row as-cards:flex-wrap as-cards:justify-end">
      <StockStatusBadge status={status} />
      {missingOnAmazonSince && <MissingOnAmazonBadge />}
    </span>
  )
}

function Product({ row: { productTitle, title, fnsku } }: { row: InventoryRow }) {
  return (
    <div className="min-w-0">
      <p>{productTitle}</p>
      {title && title !== productTitle && <p className="text-xs text-muted">{title}</p>}
      {fnsku && <p className="text-xs text-muted">FNSKU {fnsku}</p>}
    </div>
  )
}

export function MissingOnAmazonBadge() {
  return <Badge tone="warning">Missing on Amazon</Badge>
}
