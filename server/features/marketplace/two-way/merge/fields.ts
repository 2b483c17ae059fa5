import { z } from 'zod'
import type { ListingField } from '#contract/marketplace-values.ts'
import type { ListingValues } from '#server/ports/listings.ts'

/** Fields that are compared and merged one by one. */
export type SyncedField = Exclude<ListingField, 'listing'>

export const syncedFields = [
  'title',
  'price',
  'quantity',
  'brand',
  'description',
  'bulletPoints',
] as const satisfies readonly SyncedField[]

/** Both sides are compared, planned and stored as texts; null means empty. */
export type FieldTexts = Record<SyncedField, string | null>

type ComparedValues = Pick<ListingValues, SyncedField>

export const toTexts = (values: ComparedValues): FieldTexts => ({
  title: plain(values.title),
  price: values.price,
  quantity: values.quantity === null ? null : String(values.quantity),
  brand: plain(values.brand),
  description: plain(values.description),
  bulletPoints: plain(values.bulletPoints.map(oneLine).filter(Boolean).join('\n')),
})

/** A whole listing as text, for users and to recognize whether it is still the one that was sent. */
export const listingText = (values: ComparedValues, asin: string | null): string => {
  const { title, price, brand, description, bulletPoints } = toTexts(values)
  return [title, asin, price, brand, description, bulletPoints].filter(Boolean).join('\n')
}

const plain = (text: string | null) => text?.replaceAll('\r\n', '\n').trim() || null

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

export type EditTimes = Record<Exclude<SyncedField, 'quantity'>, Date>

/** Written by the triggers on `products` and `skus`: when each field was last changed, if ever. */
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

/** When each field was last edited here; a field that was never edited has the date of creation. */
export function toEditTimes(edits: StoredEdits): EditTimes {
  const sku = SkuEdits.parse(edits.skuEditedAt)
  const product = ProductEdits.parse(edits.productEditedAt)
  const [skuMade, productMade] = [new Date(edits.skuCreatedAt), new Date(edits.productCreatedAt)]
  const productTitle = product.title ?? productMade
  return {
    // A SKU that has lost its own title shows its product's title since then.
    title: edits.hasOwnTitle ? (sku.title ?? skuMade) : later(productTitle, sku.title ?? productTitle),
    price: sku.price ?? skuMade,
    brand: product.brand ?? productMade,
    description: product.description ?? productMade,
    bulletPoints: product.bulletPoints ?? productMade,
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
