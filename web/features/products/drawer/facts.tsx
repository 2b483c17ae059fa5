import { cx } from 'class-variance-authority'
import { Fragment, type ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import type { ProductDetail } from '#contract/products.ts'
import type { Quantities } from '#contract/stock-status.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'

export function ProductFacts({ product }: { product: ProductDetail }) {
  return <FactList facts={productFacts(product)} />
}

function productFacts(product: ProductDetail): LabelledFact[] {
  return [
    { label: t('Brand'), value: product.brand },
    { label: t('Category'), value: product.category },
    { label: t('Tags'), value: product.tags.join(', ') },
    {
      label: t('Amazon sync'),
      value: product.lastAmazonSync ? <RelativeTime moment={product.lastAmazonSync} /> : t('Never synced'),
    },
    { label: t('Created'), value: <RelativeTime moment={product.createdAt} /> },
    { label: t('Last changed'), value: <RelativeTime moment={product.updatedAt} /> },
  ]
}

export type LabelledFact = { label: string; value: ReactNode }

/** Labels and values in two columns; an empty value shows a dash. */
export function FactList({ facts }: { facts: readonly LabelledFact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-sm">
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value || '—'}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

type StockFiguresProps = Quantities & { size?: 'small' | 'large' }

export function StockFigures({ qtyAvailable, qtyReserved, qtyInbound, size = 'large' }: StockFiguresProps) {
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border bg-line">
      <Figure label={t('Available')} units={qtyAvailable} size={size} />
      <Figure label={t('Reserved')} units={qtyReserved} size={size} />
      <Figure label={t('Inbound')} units={qtyInbound} size={size} />
    </dl>
  )
}

type FigureProps = { label: string; units: number; size: 'small' | 'large' }

function Figure({ label, units, size }: FigureProps) {
  return (
    <div className={cx('bg-raised px-3', size === 'large' ? 'py-2.5' : 'py-1.5')}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={cx('font-semibold', size === 'large' ? 'text-2xl' : 'text-lg')}>{formatNumber(units)}</dd>
    </div>
  )
}

/** Sum over the active SKUs; inactive SKUs do not count, as in Inventory. */
export function totalStock(skus: readonly (Quantities & { isActive: boolean })[]): Quantities {
  const total = { qtyAvailable: 0, qtyReserved: 0, qtyInbound: 0 }
  for (const sku of skus) {
    if (!sku.isActive) continue
    total.qtyAvailable += sku.qtyAvailable
    total.qtyReserved += sku.qtyReserved
    total.qtyInbound += sku.qtyInbound
  }
  return total
}
