import Store from 'lucide-react/icons/store'
import { Link, useSearchParams } from 'wouter'
import { t } from '#contract/i18n.ts'
import type { InventoryRow } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import type { ListColumn } from '#web/shared/list/table-view.tsx'
import { StockStatusBadge } from '#web/shared/badges.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { AdjustQuantity } from './adjust-quantity.tsx'
import { withQueryParams } from './inventory-filters.tsx'

const skuColumn: ListColumn<InventoryRow> = {
  id: 'sku',
  header: t('SKU'),
  cell: ({ sku }) => <span className="font-semibold">{sku}</span>,
  isSortable: true,
}

/** Those that can be sorted have the ids of `inventorySorts`. */
const otherColumns: readonly ListColumn<InventoryRow>[] = [
  { id: 'asin', header: t('ASIN'), cell: (row) => <Asin row={row} /> },
  { id: 'product', header: t('Product'), cell: (row) => <Product row={row} />, isSortable: true },
  {
    id: 'available',
    header: t('Available'),
    align: 'end',
    isSortable: true,
    cell: (row) => (
      <AdjustQuantity sku={row} isInTable>
        {formatNumber(row.qtyAvailable)}
      </AdjustQuantity>
    ),
  },
  {
    id: 'reserved',
    header: t('Reserved'),
    align: 'end',
    isSortable: true,
    cell: ({ qtyReserved }) => formatNumber(qtyReserved),
  },
  {
    id: 'inbound',
    header: t('Inbound'),
    align: 'end',
    isSortable: true,
    cell: ({ qtyInbound }) => formatNumber(qtyInbound),
  },
  { id: 'status', header: t('Status'), cell: (row) => <Status row={row} /> },
  {
    id: 'synced',
    header: t('Marketplace Sync'),
    isSortable: true,
    isDescendingFirst: true,
    cell: ({ lastAmazonSync }) =>
      lastAmazonSync ? (
        <RelativeTime moment={lastAmazonSync} />
      ) : (
        <span className="text-muted">{t('Never synced')}</span>
      ),
  },
]

/** The table opens a row by its first cell, which therefore has no link. */
export const inventoryColumns = [skuColumn, ...otherColumns]

export const inventoryCardColumns = [
  { ...skuColumn, cell: (row: InventoryRow) => <SkuLink row={row} /> },
  ...otherColumns,
]

export const skuName = ({ sku }: InventoryRow) => sku

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
        {'Amazon'}
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

function Product({ row: { productTitle, title, fnsku, imageUrl } }: { row: InventoryRow }) {
  return (
    <div className="flex min-w-0 items-center gap-3 as-cards:flex-row-reverse">
      <ProductImage url={imageUrl} title={productTitle} className="size-8 shrink-0 text-xs" />
      <div className="min-w-0">
        <p>{productTitle}</p>
        {title && title !== productTitle && <p className="text-xs text-muted">{title}</p>}
        {fnsku && <p className="text-xs text-muted">{t('FNSKU {fnsku}', { fnsku })}</p>}
      </div>
    </div>
  )
}

export function MissingOnAmazonBadge() {
  return <Badge tone="warning">{t('Missing on Amazon')}</Badge>
}
