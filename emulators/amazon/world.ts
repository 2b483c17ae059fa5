import type { CatalogRecords } from './catalog/catalog-item.ts'
import { createDocumentRecords, type DocumentRecords } from './documents/document.ts'
import type { FeedRecords } from './feeds/feed.ts'
import {
  createFulfillmentRecords,
  createFulfillmentSettings,
  type FulfillmentRecords,
  type FulfillmentSettings,
} from './fulfillment/book.ts'
import type { StockRecords } from './inventory/stock.ts'
import type { ListingRecords } from './listings/listing.ts'
import type { Submission } from './listings/submission.ts'
import { createTokenRecords, type TokenRecords } from './lwa/tokens.ts'
import { createNotificationRecords, type NotificationRecords, type Subscription } from './notifications/book.ts'
import { createProcessingSettings, type ProcessingSettings } from './processing/settings.ts'
import type { ReportRecords } from './reports/report.ts'
import type { AmazonOrderRecords } from './solicitations/book.ts'
import type { VendorRecords } from './vendor/book.ts'
import { dictionaryOf, emptyDictionary } from './book.ts'

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
  stock: StockRecords
  /** Additions to the stock that were done, by the token they came under. */
  inventoryRequests: Record<string, string>
  listings: ListingRecords
  /** Accepted, but not done yet; in the order they came. */
  submissions: Submission[]
  feeds: FeedRecords
  reports: ReportRecords
  fulfillment: FulfillmentRecords
  subscriptions: Subscription[]
  amazonOrders: AmazonOrderRecords
  /** Null for those who only sell. */
  vendor: VendorRecords | null
}

/** Everything the stand-in knows. Areas add what is theirs; what is in here survives a restart. */
export type AmazonState = {
  tokens: TokenRecords
  sellers: Record<string, Seller>
  catalog: CatalogRecords
  documents: DocumentRecords
  processing: ProcessingSettings
  fulfillment: FulfillmentSettings
  notifications: NotificationRecords
}

export function createSeller(given: Pick<Seller, 'id' | 'name' | 'endpoint' | 'marketplaceIds'>): Seller {
  return {
    ...given,
    hasFba: true,
    stock: emptyDictionary(),
    inventoryRequests: emptyDictionary(),
    listings: emptyDictionary(),
    submissions: [],
    feeds: emptyDictionary(),
    reports: emptyDictionary(),
    fulfillment: createFulfillmentRecords(),
    subscriptions: [],
    amazonOrders: emptyDictionary(),
    vendor: null,
  }
}

export function createState(sellers: Seller[] = []): AmazonState {
  return {
    tokens: createTokenRecords(),
    sellers: dictionaryOf(sellers.map((seller) => [seller.id, seller])),
    catalog: emptyDictionary(),
    documents: createDocumentRecords(),
    processing: createProcessingSettings(),
    fulfillment: createFulfillmentSettings(),
    notifications: createNotificationRecords(),
  }
}
