import { useState } from 'react'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ProductActivation } from './change-activity.tsx'
import { EditProductDialog } from './edit-product.tsx'
import { ImageGallery } from './image-gallery.tsx'
import { ProductFacts } from './product-facts.tsx'
import { StockFigures } from './stock-figures.tsx'
import { totalStock } from './total-stock.ts'

export function DetailsTab({ product }: { product: ProductDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <div className="grid gap-5 p-4">
      <div className="flex flex-wrap gap-2">
        <PermittedButton
          access={productsApi.update.access}
          task="change products"
          size="small"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </PermittedButton>
        <ProductActivation product={product} />
      </div>
      <StockFigures {...totalStock(product.skus)} />
      <ImageGallery product={product} />
      {product.description && <p className="whitespace-pre-line wrap-anywhere">{product.description}</p>}
      {product.bulletPoints.length > 0 && (
        <ul className="ml-5 list-disc space-y-1 wrap-anywhere">
          {product.bulletPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      <ProductFacts product={product} />
      {isEditing && <EditProductDialog productId={product.id} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
