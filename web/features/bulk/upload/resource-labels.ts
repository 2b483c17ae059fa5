import type { ChangedResource } from '#contract/bulk.ts'

export const resourceLabels: Record<ChangedResource, string> = {
  product: 'Product',
  sku: 'SKU',
  stock: 'Stock',
  order: 'Order',
}
