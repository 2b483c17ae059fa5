import type { CatalogBook } from './catalog/catalog-item.ts'
import { createDocumentBook, type DocumentBook } from './documents/document.ts'
import type { FeedBook } from './feeds/feed.ts'
import {
  createFulfillmentBook,
  createFulfillmentSettings,
  type FulfillmentBook,
  type FulfillmentSettings,
} from './fulfillment/book.ts'
import type { StockBook } from './inventory/stock.ts'
import type { ListingBook } from './listings/listing.ts'
import type { Submission } from './listings/submission.ts'
import { emptyTokenBook, type TokenBook } from './lwa/tokens.ts'
import { createNotificationBook, type NotificationBook, type Subscription } from './notifications/book.ts'
import { createProcessingSettings, type ProcessingSettings } from './processing/settings.ts'
import type { ReportBook } from './reports/report.ts'
import type { AmazonOrderBook } from './solicitations/book.ts'
import type { VendorBook } from './vendor/book.ts'
import { bookOf, emptyBook } from './book.ts'

/** Which of Amazon's three endpoints serves the seller. */
export type Endpoint = 'na' | 'eu' | 'fe'

/** Someone who sells through Amazon, with all that is theirs. Plain data, so that it can be kept as JSON. */
export type Seller = {
  id: string
  name: string
  endpoint: Endpoint
  marketplaceIds: string[]
  /** Whether Amazon's warehouses work for this seller. */
  hasFba: boolean
  stock: StockBook
  /** Additions to the stock that were done, by the token they came under. */
  inventoryRequests: Record<string, string>
  listings: ListingBook
  /** Accepted, but not done yet; in the order they came. */
  submissions: Submission[]
  feeds: FeedBook
  reports: ReportBook
  fulfillment: FulfillmentBook
  subscriptions: Subscription[]
  amazonOrders: AmazonOrderBook
  /** Null for those who only sell. */
  vendor: VendorBook | null
}

/** Everything the stand-in knows. Areas add what is theirs; what is in here survives a restart. */
export type World = {
  tokens: TokenBook
  sellers: Record<string, Seller>
  catalog: CatalogBook
  documents: DocumentBook
  processing: ProcessingSettings
  fulfillment: FulfillmentSettings
  notifications: NotificationBook
}

export function createSeller(given: Pick<Seller, 'id' | 'name' | 'endpoint' | 'marketplaceIds'>): Seller {
  return {
    ...given,
    hasFba: true,
    stock: emptyBook(),
    inventoryRequests: emptyBook(),
    listings: emptyBook(),
    submissions: [],
    feeds: emptyBook(),
    reports: emptyBook(),
    fulfillment: createFulfillmentBook(),
    subscriptions: [],
    amazonOrders: emptyBook(),
    vendor: null,
  }
}

export function createWorld(sellers: Seller[] = []): World {
  return {
    tokens: emptyTokenBook(),
    sellers: bookOf(sellers.map((seller) => [seller.id, seller])),
    catalog: emptyBook(),
    documents: createDocumentBook(),
    processing: createProcessingSettings(),
    fulfillment: createFulfillmentSettings(),
    notifications: createNotificationBook(),
  }
}
