import type { AmazonProductValues, AmazonSkuValues } from '#server/features/products/queries/amazon-values.ts'
import { mergeSkuField, mergeSkuQuantity } from '../plan/plan-side.ts'
import type { OpenChange } from '../queries/changes.ts'
import type { ListedSku } from '../queries/sides.ts'

export type FieldWrites = {
  product?: Omit<AmazonProductValues, 'productId'>
  sku?: Omit<AmazonSkuValues, 'skuId'>
  /** Units on the shelf from now on. */
  count?: number
}

/** What taking Amazon's word over writes here; null when there is nothing to take any more. */
export function planWrites({ field }: OpenChange, side: ListedSku, now: Date): FieldWrites | null {
  if (field === 'listing' || mergeSkuField(side, field, now)?.action !== 'take') return null
  if (field === 'quantity') return countWrite(side, now)
  const word = side.amazon[field]
  if (word === null) return null
  switch (field) {
    case 'title':
      return titleWrites(word, side)
    case 'price':
      return { sku: { price: word } }
    case 'bulletPoints':
      return { product: { bulletPoints: word.split('\n') } }
    case 'brand':
    case 'description':
      return { product: { [field]: word } }
  }
}

/** A SKU without a title of its own goes on showing its product's, as long as that is nobody else's. */
const titleWrites = (title: string, { isOnlySku, hasOwnTitle }: ListedSku): FieldWrites => ({
  ...(isOnlySku && { product: { title } }),
  ...((hasOwnTitle || !isOnlySku) && { sku: { title } }),
})

function countWrite(side: ListedSku, now: Date): FieldWrites | null {
  const { sold } = mergeSkuQuantity(side, now)
  const { quantity } = side.amazonValues
  if (quantity === null) return null
  return { count: sold === null ? quantity : Math.max(side.qtyAvailable - sold, 0) }
}
