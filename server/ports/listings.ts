import type { StockHolder } from '#contract/inventory.ts'
import type { Dimensions } from '#contract/products.ts'
import type { ListingIssue } from '#contract/two-way.ts'
import type { WeightUnit } from '#contract/units.ts'
import type { MarketplaceAccount } from './marketplace.ts'

/** The fields of a listing; null or empty where it has none. Prices have two decimals. */
export type ListingValues = {
  title: string | null
  brand: string | null
  description: string | null
  bulletPoints: string[]
  price: string | null
  currency: string | null
  /** Units of merchant-fulfilled stock; null where the marketplace holds it. */
  quantity: number | null
}

export type Listing = {
  sku: string
  asin: string | null
  productType: string | null
  /** The marketplace's own statuses, such as BUYABLE. */
  statuses: string[]
  fulfilledBy: StockHolder
  values: ListingValues
  issues: ListingIssue[]
  changedAt: Date | null
}

/** Catalog data of an item, independent of a seller's listing. */
export type CatalogFacts = {
  asin: string
  /** The GTIN (UPC, EAN) of the item; null when it has none, or several. */
  barcode: string | null
  title: string | null
  brand: string | null
  category: string | null
  images: string[]
  bulletPoints: string[]
  dimensions: Dimensions | null
  weight: { value: string; unit: WeightUnit } | null
}

/**
 * The fields to change. A price without a currency is in the marketplace's currency; removing title or price is rejected. Send a
 * quantity for merchant-fulfilled stock only: for other stock it would create a second offer.
 */
export type ListingPatch = { sku: string; productType: string | null; values: Partial<ListingValues> }

/** A listing to create: an offer on a catalog item when there is an ASIN, else a new item of this type. */
export type NewListing = { sku: string; asin: string | null; productType: string; values: ListingValues }

/** Accepted means queued; the result shows when the listing is read back. */
export type ListingWriteResult = { isAccepted: boolean; issues: ListingIssue[] }

export type ListingsPage = { listings: Listing[]; total: number; next: string | null }

/** The state of a long-running operation (report, feed). */
export type LongRunningResult<Result> =
  | { state: 'working' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; reason: string }

/** The seller's listings at a marketplace. Every call may throw `Unavailable`, `Rejected` or `Unauthorized`. */
export type Listings = {
  /** Requests a report of all SKUs of the seller, which takes minutes; returns the handle to collect it. */
  beginSkuList(account: MarketplaceAccount, marketplaceId: string): Promise<string>
  collectSkuList(account: MarketplaceAccount, handle: string): Promise<LongRunningResult<string[]>>
  /** At most 20 SKUs per call; unknown ones are left out. */
  readListings(account: MarketplaceAccount, marketplaceId: string, skus: readonly string[]): Promise<Listing[]>
  /** Listings that changed since then, by pages; only the first 1,000 are reachable, whatever `total` says. Throws `StaleCursor` too. */
  readChanged(
    account: MarketplaceAccount,
    question: { marketplaceId: string; since: Date; page?: string },
  ): Promise<ListingsPage>
  /** At most 20 ASINs per call. */
  readCatalog(account: MarketplaceAccount, marketplaceId: string, asins: readonly string[]): Promise<CatalogFacts[]>
  patch(account: MarketplaceAccount, marketplaceId: string, patch: ListingPatch): Promise<ListingWriteResult>
  /** Submits many patches as a feed, which takes minutes. Idempotent: patches state target values. */
  beginPatches(account: MarketplaceAccount, marketplaceId: string, patches: readonly ListingPatch[]): Promise<string>
  /** Results by SKU; SKUs that are missing were accepted without issues. */
  collectPatches(
    account: MarketplaceAccount,
    handle: string,
  ): Promise<LongRunningResult<Record<string, ListingWriteResult>>>
  /** The product type that the marketplace suggests for a title, or null. */
  suggestProductType(account: MarketplaceAccount, marketplaceId: string, title: string): Promise<string | null>
  /** With `isPreview` nothing is created; the issues list what would prevent it. */
  create(
    account: MarketplaceAccount,
    marketplaceId: string,
    listing: NewListing,
    options: { isPreview: boolean },
  ): Promise<ListingWriteResult>
}
