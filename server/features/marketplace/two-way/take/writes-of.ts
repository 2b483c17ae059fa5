import type { TakenProduct, TakenSku } from '#server/features/products/queries/amazon-values.ts'
import { mergeOf, mergeQuantityOf } from '../plan/plan-side.ts'
import type { OpenChange } from '../queries/changes.ts'
import type { Side } from '../queries/sides.ts'

export type Writes = {
  product?: Omit<TakenProduct, 'productId'>
  sku?: Omit<TakenSku, 'skuId'>
  /** Units on the shelf from now on. */
  count?: number
}

/** What taking Amazon's word over writes here; null when there is nothing to take any more. */
export function writesOf({ field }: OpenChange, side: Side, now: Date): Writes | null {
  if (field === 'listing' || mergeOf(side, field, now)?.action !== 'take') return null
  if (field === 'quantity') return countOf(side, now)
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
const titleWrites = (title: string, { isOnlySku, hasOwnTitle }: Side): Writes => ({
  ...(isOnlySku && { product: { title } }),
  ...((hasOwnTitle || !isOnlySku) && { sku: { title } }),
})

function countOf(side: Side, now: Date): Writes | null {
  const { sold } = mergeQuantityOf(side, now)
  const { quantity } = side.amazonValues
  if (quantity === null) return null
  return { count: sold === null ? quantity : Math.max(side.qtyAvailable - sold, 0) }
}
