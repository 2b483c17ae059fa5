import { z } from 'zod'
import type { SyncedField } from './fields.ts'

export type EditTimes = Record<Exclude<SyncedField, 'quantity'>, Date>

/** As the triggers on `products` and `skus` keep them: the moment of a field's last change, if it was ever changed. */
export type StoredEdits = {
  skuEditedAt: unknown
  productEditedAt: unknown
  skuCreatedAt: string
  productCreatedAt: string
  hasOwnTitle: boolean
}

const Moment = z.coerce.date().optional()
const SkuEdits = z.object({ title: Moment, price: Moment })
const ProductEdits = z.object({ title: Moment, brand: Moment, description: Moment, bulletPoints: Moment })

/** When each field was last written here; what was never changed was written when it was made. */
export function toEditTimes(edits: StoredEdits): EditTimes {
  const sku = SkuEdits.parse(edits.skuEditedAt)
  const product = ProductEdits.parse(edits.productEditedAt)
  const [skuMade, productMade] = [new Date(edits.skuCreatedAt), new Date(edits.productCreatedAt)]
  const productTitle = product.title ?? productMade
  return {
    // A SKU whose own title was taken away shows its product's from then on.
    title: edits.hasOwnTitle ? (sku.title ?? skuMade) : later(productTitle, sku.title ?? productTitle),
    price: sku.price ?? skuMade,
    brand: product.brand ?? productMade,
    description: product.description ?? productMade,
    bulletPoints: product.bulletPoints ?? productMade,
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
