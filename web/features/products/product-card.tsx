import { Suspense, useState } from 'react'
import { type ProductRow, productsApi } from '#contract/products.ts'
import { formatCount } from '#web/lib/figures.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EditProductDialog } from './later-parts.ts'
import { ProductImage } from './product-image.tsx'

type ProductCardProps = { product: ProductRow; onView: () => void }

export function ProductCard({ product, onView }: ProductCardProps) {
  const { id, title, brand, category, description, isActive, skuCount, imageUrl } = product
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card aria-labelledby={`product-${id}`} className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <ProductImage url={imageUrl} title={title} className="size-18 shrink-0" />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h2 id={`product-${id}`} className="line-clamp-3 font-semibold wrap-anywhere">
            {title}
          </h2>
          <p className="line-clamp-3 text-sm text-muted wrap-anywhere">
            {brand && <span>{brand}</span>}
            {brand && category && <span aria-hidden> · </span>}
            {category && <span>{category}</span>}
          </p>
          <p>
            <ActiveBadge isActive={isActive} />
          </p>
        </div>
      </div>
      {description && <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <p className="flex-1 text-sm">{formatCount(skuCount, 'SKU')}</p>
        <Button size="small" aria-label={`View ${title}`} onClick={onView}>
          View
        </Button>
        <PermittedButton
          access={productsApi.update.access}
          task="change products"
          size="small"
          aria-label={`Edit ${title}`}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </PermittedButton>
      </div>
      <Suspense>{isEditing && <EditProductDialog productId={id} onClose={() => setIsEditing(false)} />}</Suspense>
    </Card>
  )
}
