import type { StockHolder } from '#contract/inventory.ts'
import type { Dimensions } from '#contract/products.ts'
import type { ListingIssue } from '#contract/two-way.ts'
import type { WeightUnit } from '#contract/units.ts'
import type { MarketplaceAccount } from './marketplace.ts'

/** What a listing says, field by field; null or empty where it says nothing. Prices have two decimals. */
export type ListingValues = {
  title: string | null
  brand: string | null
  description: string | null
  bulletPoints: string[]
  price: string | null
  currency: string | null
  /** Units that the merchant offers; null where the marketplace holds them. */
  quantity: number | null
}

export type Listing = {
  sku: string
  asin: string | null
  productType: string | null
  /** The marketplace's own words, such as BUYABLE. */
  statuses: string[]
  fulfilledBy: StockHolder
  values: ListingValues
  issues: ListingIssue[]
  changedAt: Date | null
}

/** What the marketplace's catalogue knows of an item beyond any one seller's listing. */
export type CatalogFacts = {
  asin: string
  title: string | null
  brand: string | null
  category: string | null
  images: string[]
  bulletPoints: string[]
  dimensions: Dimensions | null
  weight: { value: string; unit: WeightUnit } | null
}

/**
 * Only the fields that are to change. A price without a currency is in the marketplace's; to be without a title or a price
 * is refused. A quantity may only be sent of what the merchant holds: of anything else it becomes a second offer.
 */
export type ListingPatch = { sku: string; productType: string | null; values: Partial<ListingValues> }

/** A listing to be made: an offer on an item of the catalogue when there is an ASIN, else a new item of this type. */
export type NewListing = { sku: string; asin: string | null; productType: string; values: ListingValues }

/** Accepted means queued: whether it stands is known when it is read back. */
export type ListingWriteResult = { isAccepted: boolean; issues: ListingIssue[] }

export type ListingsPage = { listings: Listing[]; total: number; next: string | null }

/** How a long piece of work on the other side stands. */
export type LongRunningResult<Result> =
  | { state: 'working' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; reason: string }

/** The seller's listings at a marketplace. Every call may throw `Unavailable`, `Rejected` or `Unauthorized`. */
export type Listings = {
  /** Begins to list all SKUs of the seller, which takes minutes; answers what to collect it by. */
  beginSkuList(account: MarketplaceAccount, marketplaceId: string): Promise<string>
  collectSkuList(account: MarketplaceAccount, handle: string): Promise<LongRunningResult<string[]>>
  /** At most 20 SKUs at once; those that don't exist are left out. */
  readListings(account: MarketplaceAccount, marketplaceId: string, skus: readonly string[]): Promise<Listing[]>
  /** What changed since, by pages; only the first 1,000 can be reached, whatever `total` says. Throws `StaleCursor` too. */
  readChanged(
    account: MarketplaceAccount,
    question: { marketplaceId: string; since: Date; page?: string },
  ): Promise<ListingsPage>
  /** At most 20 ASINs at once. */
  readCatalog(account: MarketplaceAccount, marketplaceId: string, asins: readonly string[]): Promise<CatalogFacts[]>
  patch(account: MarketplaceAccount, marketplaceId: string, patch: ListingPatch): Promise<ListingWriteResult>
  /** Many at once; takes minutes. A feed that was sent twice does no harm: its patches say what shall be. */
  beginPatches(account: MarketplaceAccount, marketplaceId: string, patches: readonly ListingPatch[]): Promise<string>
  /** By SKU, what there is to say about it; what is not among them was accepted without a word. */
  collectPatches(
    account: MarketplaceAccount,
    handle: string,
  ): Promise<LongRunningResult<Record<string, ListingWriteResult>>>
  /** The type of product that a title suggests; null when there is no suggestion. */
  suggestProductType(account: MarketplaceAccount, marketplaceId: string, title: string): Promise<string | null>
  /** With `isPreview` nothing is made; the issues say what would stand in the way. */
  create(
    account: MarketplaceAccount,
    marketplaceId: string,
    listing: NewListing,
    options: { isPreview: boolean },
  ): Promise<ListingWriteResult>
}
