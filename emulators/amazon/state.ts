import { choosePort, readStateFile } from '../state-file.ts'
import type { CatalogRecords } from './catalog/catalog-item.ts'
import { dictionaryOf, emptyDictionary } from './dictionary.ts'
import { createDocumentRecords, type DocumentRecords } from './documents/document-store.ts'
import {
  createFulfillmentRecords,
  createFulfillmentSettings,
  type FulfillmentRecords,
  type FulfillmentSettings,
} from './fulfillment/order.ts'
import type { StockRecords } from './inventory/stock.ts'
import { createProcessingSettings, type FeedRecords, type ProcessingSettings, type ReportRecords } from './jobs/job.ts'
import type { ListingRecords } from './listings/listing.ts'
import type { Submission } from './listings/submission.ts'
import { createTokenRecords, type TokenRecords } from './lwa/tokens.ts'
import { createNotificationRecords, type NotificationRecords, type Subscription } from './notifications/subscription.ts'
import type { Endpoint } from './sellers/marketplaces.ts'
import type { VendorRecords } from './vendor/vendor-records.ts'

/** Someone who sells through Amazon, with all that is theirs. Plain data, so that it can be saved as JSON. */
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

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type SavedState = { port: number; now: string; world: AmazonState }

export function loadState(file: string | undefined, makeState: () => AmazonState): SavedState {
  const saved = readStateFile(file, revive) as SavedState | undefined
  return saved ? addMissingFields(saved) : { port: choosePort(), now: new Date().toISOString(), world: makeState() }
}

/** Which of the objects are books, the file doesn't say. */
const revive = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? dictionaryOf(Object.entries(value)) : value

/** A file of an earlier version lacks the books that have come since. */
function addMissingFields({ port, now, world: state }: SavedState): SavedState {
  const sellers = Object.values(state.sellers).map(
    (seller) => [seller.id, { ...createSeller(seller), ...seller }] as const,
  )
  return { port, now, world: { ...createState(), ...state, sellers: dictionaryOf(sellers) } }
}

/** An order that a customer placed on Amazon itself, as far as asking for a review goes. */
export type AmazonOrder = {
  amazonOrderId: string
  marketplaceId: string
  /** When its parcels were delivered; null while one is on its way. */
  delivered: { earliest: string; latest: string } | null
  solicitedAt: string | null
}

/** By Amazon's order id. */
type AmazonOrderRecords = Record<string, AmazonOrder>
