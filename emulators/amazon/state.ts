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

/** A selling partner with all its data. Plain data, saved as JSON. */
export type Seller = {
  id: string
  name: string
  endpoint: Endpoint
  marketplaceIds: string[]
  /** Whether the seller uses Fulfillment by Amazon. */
  hasFba: boolean
  stock: StockRecords
  /** Idempotency tokens of addInventory, with their time. */
  inventoryRequests: Record<string, string>
  listings: ListingRecords
  /** Accepted listing changes, in order. */
  submissions: Submission[]
  feeds: FeedRecords
  reports: ReportRecords
  fulfillment: FulfillmentRecords
  subscriptions: Subscription[]
  amazonOrders: AmazonOrderRecords
  /** Null for sellers that are not vendors. */
  vendor: VendorRecords | null
}

/** An order placed on Amazon itself, for review requests. */
export type AmazonOrder = {
  amazonOrderId: string
  marketplaceId: string
  /** Times of the first and last delivery; null while a parcel is on its way. */
  delivered: { earliest: string; latest: string } | null
  solicitedAt: string | null
}

/** By Amazon's order id. */
type AmazonOrderRecords = Record<string, AmazonOrder>

/** The state of the emulator. All of it survives a restart. */
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

/**
 * The state file. `now` is saved because the emulator's clock may be ahead of real time. The key `world` is part of the
 * file format.
 */
export type SavedState = { port: number; now: string; world: AmazonState }

export function loadState(file: string | undefined, makeState: () => AmazonState): SavedState {
  const saved = readStateFile(file, revive) as SavedState | undefined
  return saved ? addMissingFields(saved) : { port: choosePort(), now: new Date().toISOString(), world: makeState() }
}

/** Every object becomes a dictionary, because JSON does not say which ones were. */
const revive = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? dictionaryOf(Object.entries(value)) : value

/** Adds fields that a file of an earlier version lacks. */
function addMissingFields({ port, now, world: state }: SavedState): SavedState {
  const sellers = Object.values(state.sellers).map(
    (seller) => [seller.id, { ...createSeller(seller), ...seller }] as const,
  )
  return { port, now, world: { ...createState(), ...state, sellers: dictionaryOf(sellers) } }
}
