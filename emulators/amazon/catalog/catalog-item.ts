import { createHash } from 'node:crypto'
import { emptyDictionary } from '../dictionary.ts'
import { type Attributes, type Listing, textOf } from '../listings/listing.ts'
import { offerOnly } from '../product-types/attributes.ts'

/** An item of Amazon's catalogue, which all sellers of the product share. */
export type CatalogItem = {
  asin: string
  productType: string
  /** Facts about the product, without any seller's offer. */
  attributes: Attributes
  /** The seller who created the item, or the brand's seller: only they change its facts. */
  contributorId: string
  /** Sellers need Amazon's approval to offer it. */
  needsApproval: boolean
}

/** By marketplace, then by ASIN. */
export type CatalogRecords = Record<string, Record<string, CatalogItem>>

export function findCatalogItem(records: CatalogRecords, marketplaceId: string, asin: string): CatalogItem | undefined {
  return records[marketplaceId]?.[asin]
}

/** The item that a new listing belongs to: the one it names, one with the same barcode, or a new one. */
export function assignAsin(
  records: CatalogRecords,
  marketplaceId: string,
  { sellerId, sku, attributes }: { sellerId: string; sku: string; attributes: Attributes },
): string {
  return (
    textOf(attributes, 'merchant_suggested_asin') ??
    findByIdentifier(records, marketplaceId, attributes) ??
    makeNewAsin(sellerId, sku)
  )
}

function findByIdentifier(records: CatalogRecords, marketplaceId: string, attributes: Attributes): string | undefined {
  const wanted = identifiersOf(attributes).map(({ identifier }) => identifier)
  if (wanted.length === 0) return undefined
  return Object.values(records[marketplaceId] ?? {}).find((item) =>
    identifiersOf(item.attributes).some(({ identifier }) => wanted.includes(identifier)),
  )?.asin
}

/** Deterministic: the same SKU of the same seller gets the same ASIN in all marketplaces. */
function makeNewAsin(sellerId: string, sku: string): string {
  const digest = createHash('sha256').update(`${sellerId}\n${sku}`).digest('hex')
  return `B0${BigInt(`0x${digest}`).toString(36).toUpperCase().slice(0, 8)}`
}

/** Copies a listing's facts to the catalogue item, unless another seller contributes it. */
export function contributeFacts(
  records: CatalogRecords,
  sellerId: string,
  marketplaceId: string,
  listing: Listing,
): void {
  const facts = Object.fromEntries(Object.entries(listing.attributes).filter(([name]) => !offerOnly.has(name)))
  const item = findCatalogItem(records, marketplaceId, listing.asin)
  if (item && item.contributorId !== sellerId) return
  const items = (records[marketplaceId] ??= emptyDictionary())
  items[listing.asin] = {
    asin: listing.asin,
    productType: listing.productType,
    attributes: { ...item?.attributes, ...facts },
    contributorId: sellerId,
    needsApproval: item?.needsApproval ?? false,
  }
}

/** Barcodes of a product. */
export function identifiersOf(attributes: Attributes): { identifierType: string; identifier: string }[] {
  return (attributes['externally_assigned_product_identifier'] ?? []).map(({ type, value }) => ({
    identifierType: String(type).toUpperCase(),
    identifier: String(value),
  }))
}

/** Links are not followed: every picture is reported with this size. */
const side = 500

const locators: [variant: string, attribute: string][] = [
  ['MAIN', 'main_product_image_locator'],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n): [string, string] => [`PT0${n}`, `other_product_image_locator_${n}`]),
  ['SWCH', 'swatch_product_image_locator'],
]

export function imagesOf(attributes: Attributes) {
  return locators.flatMap(([variant, attribute]) => {
    const link = attributes[attribute]?.[0]?.['media_location']
    return typeof link === 'string' ? [{ variant, link, height: side, width: side }] : []
  })
}

type Measure = { value?: number; unit?: string }

export function dimensionsOf(attributes: Attributes) {
  const item = measuresOf(attributes, 'item_dimensions', 'item_weight')
  const parcel = measuresOf(attributes, 'item_package_dimensions', 'item_package_weight')
  return { ...(item && { item }), ...(parcel && { package: parcel }) }
}

function measuresOf(attributes: Attributes, sidesName: string, weightName: string) {
  const sides = attributes[sidesName]?.[0] as { height?: Measure; length?: Measure; width?: Measure } | undefined
  const weight = attributes[weightName]?.[0] as Measure | undefined
  if (!sides && !weight) return undefined
  return {
    ...(sides?.height && { height: sides.height }),
    ...(sides?.length && { length: sides.length }),
    ...(sides?.width && { width: sides.width }),
    ...(weight && { weight: { unit: weight.unit, value: weight.value } }),
  }
}
