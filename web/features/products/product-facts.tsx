import type { ProductDetail } from '#contract/products.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { type LabelledFact, FactList } from './fact-list.tsx'

export function ProductFacts({ product }: { product: ProductDetail }) {
  return <FactList facts={productFacts(product)} />
}

function productFacts(product: ProductDetail): LabelledFact[] {
  return [
    { label: 'Brand', value: product.brand },
    { label: 'Category', value: product.category },
    { label: 'Tags', value: product.tags.join(', ') },
    {
      label: 'Amazon sync',
      value: product.lastAmazonSync ? <RelativeTime moment={product.lastAmazonSync} /> : 'Never synced',
    },
    { label: 'Created', value: <RelativeTime moment={product.createdAt} /> },
    { label: 'Last changed', value: <RelativeTime moment={product.updatedAt} /> },
  ]
}
