import Barcode from 'lucide-react/icons/barcode'
import type { ProductDetail } from '#contract/products.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddSku } from './add-sku.tsx'
import { SkuCard } from './sku-card.tsx'

export function SkusTab({ product }: { product: ProductDetail }) {
  if (product.skus.length === 0) {
    return (
      <EmptyState icon={<Barcode />} action={<AddSku product={product} />}>
        No SKUs yet. A SKU is what is priced, stocked and shipped: one for each size or colour.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4 p-4">
      <div>
        <AddSku product={product} />
      </div>
      <ul aria-label="SKUs" className="grid gap-3">
        {product.skus.map((sku) => (
          <li key={sku.id}>
            <SkuCard product={product} sku={sku} />
          </li>
        ))}
      </ul>
    </div>
  )
}
