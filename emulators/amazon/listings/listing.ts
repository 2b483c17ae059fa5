/** One value of an attribute, in Amazon's words. An attribute may have several, told apart by its selectors. */
export type Instance = Record<string, unknown>

export type Attributes = Record<string, Instance[]>

/** What a seller offers in one marketplace. Offers, status and issues follow from the attributes as they are sent. */
export type Listing = {
  sku: string
  asin: string
  productType: string
  attributes: Attributes
  createdAt: string
  updatedAt: string
}

/** By marketplace, then by SKU. */
export type ListingRecords = Record<string, Record<string, Listing>>

export function findListing(book: ListingRecords, marketplaceId: string, sku: string): Listing | undefined {
  return book[marketplaceId]?.[sku]
}

/** The first of the attribute's values, where it is plain text. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name]?.[0]?.['value']
  return typeof value === 'string' ? value : undefined
}
