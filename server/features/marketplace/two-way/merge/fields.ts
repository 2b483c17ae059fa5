import type { ListingField } from '#contract/marketplace-values.ts'
import type { ListingValues } from '#server/ports/listings.ts'

/** What is held against each other, field by field. */
export type SyncedField = Exclude<ListingField, 'listing'>

export const syncedFields = [
  'title',
  'price',
  'quantity',
  'brand',
  'description',
  'bulletPoints',
] as const satisfies readonly SyncedField[]

/** Both sides are compared, planned for and remembered as texts; null is empty. */
export type FieldTexts = Record<SyncedField, string | null>

export type ComparedValues = Pick<ListingValues, SyncedField>

export const toTexts = (values: ComparedValues): FieldTexts => ({
  title: plain(values.title),
  price: values.price,
  quantity: values.quantity === null ? null : String(values.quantity),
  brand: plain(values.brand),
  description: plain(values.description),
  bulletPoints: plain(values.bulletPoints.map(oneLine).filter(Boolean).join('\n')),
})

/** A listing as a whole, for people and to tell whether it is still the one that was sent. */
export const listingText = (values: ComparedValues, asin: string | null): string => {
  const { title, price, brand, description, bulletPoints } = toTexts(values)
  return [title, asin, price, brand, description, bulletPoints].filter(Boolean).join('\n')
}

const plain = (text: string | null) => text?.replaceAll('\r\n', '\n').trim() || null
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
