import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { StockStatusBadge } from '#web/shared/stock-status-badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { AmazonListings } from './amazon-listings.tsx'
import { SkuActivation } from './change-sku-activity.tsx'
import { EditSkuDialog } from './edit-sku.tsx'
import { SkuFacts } from './sku-facts.tsx'
import { StockFigures } from '../stock-figures.tsx'

type SkuCardProps = { product: ProductDetail; sku: SkuRow }

export function SkuCard({ product, sku }: SkuCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <article aria-label={sku.sku} className="grid gap-3 rounded-lg border p-3">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h3 className="flex items-center gap-1 font-mono text-sm font-semibold">
            <span className="wrap-anywhere">{sku.sku}</span>
            <CopyButton text={sku.sku} label={`Copy ${sku.sku}`} />
          </h3>
          {sku.title && <p className="text-sm text-muted wrap-anywhere">{sku.title}</p>}
        </div>
        <p className="pt-1.5 text-lg font-semibold">{sku.price ? formatMoney(sku.price) : 'No price'}</p>
      </header>
      <p className="flex flex-wrap gap-2">
        {sku.isActive ? <StockStatusBadge status={sku.status} /> : <ActiveBadge isActive={false} />}
      </p>
      <StockFigures {...sku} size="small" />
      <details className="group">
        <summary className="flex min-h-10 items-center gap-1.5 text-sm text-muted md:min-h-8">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          All fields
        </summary>
        <SkuFacts sku={sku} />
      </details>
      <AmazonListings sku={sku} isOpenAtFirst={product.skus.length === 1} />
      <footer className="flex flex-wrap gap-2">
        <PermittedButton
          access={productsApi.updateSku.access}
          task="change SKUs"
          size="small"
          aria-label={`Edit ${sku.sku}`}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </PermittedButton>
        <SkuActivation product={product} sku={sku} />
      </footer>
      {isEditing && <EditSkuDialog productId={product.id} sku={sku} onClose={() => setIsEditing(false)} />}
    </article>
  )
}
