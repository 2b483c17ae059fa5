import type { Attributes } from '../listings/listing.ts'

/** A page of Amazon's own catalogue, which all sellers of the thing share. */
export type CatalogItem = {
  asin: string
  productType: string
  /** Facts about the product; nobody's offer is in here. */
  attributes: Attributes
  /** Whose words these are: the seller who made the page, or their brand. */
  contributorId: string
  /** Amazon lets nobody sell it without asking first. */
  needsApproval: boolean
}

/** By marketplace, then by ASIN. */
export type CatalogRecords = Record<string, Record<string, CatalogItem>>

export function findCatalogItem(book: CatalogRecords, marketplaceId: string, asin: string): CatalogItem | undefined {
  return book[marketplaceId]?.[asin]
}
