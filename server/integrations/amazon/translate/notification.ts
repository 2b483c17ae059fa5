import { z } from 'zod'
import type { StockRow } from '#server/ports/marketplace.ts'
import { list, maybe, moment } from '../operations/response-schemas.ts'
import { type Processing, readProcessingStatus } from './processing-status.ts'
import { normalizeStockRow } from './stock.ts'

const Envelope = z.object({
  notificationType: z.string(),
  payloadVersion: maybe(z.string()),
  eventTime: maybe(moment),
  payload: z.record(z.string(), z.unknown()),
  notificationMetadata: maybe(z.object({ notificationId: z.string(), subscriptionId: maybe(z.string()) })),
})

export type Notification = {
  /** For deduplication; null where Amazon gives none. */
  id: string | null
  /** Amazon's notification type. */
  type: string
  at: Date | null
  event: NotificationEvent
}

/** Null when the message is not a notification of Amazon. */
export function parseNotification(message: unknown): Notification | null {
  const envelope = Envelope.safeParse(toCamelCaseKeys(message))
  if (!envelope.success) return null
  const { notificationType, notificationMetadata, eventTime, payload } = envelope.data
  return {
    id: notificationMetadata?.notificationId ?? null,
    type: notificationType,
    at: eventTime,
    event: parsePayload(notificationType, payload),
  }
}

/** Older notifications write keys in PascalCase, some in capitals only: `FNSKU`, `SellerSKU`. */
function toCamelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCaseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), toCamelCaseKeys(inner)]))
}

const camelCase = (name: string) =>
  /^[A-Z]+$/.test(name)
    ? name.toLowerCase()
    : name.replace(/SKU$/, 'Sku').replace(/^[A-Z]/, (first) => first.toLowerCase())

/** A notification in our terms. `unknown`: its type or shape is not known. */
type NotificationEvent =
  | { about: 'fulfillment'; sellerId: string; externalId: string; status: string; changedAt: Date }
  | { about: 'stock'; sellerId: string; marketplaces: { marketplaceId: string; row: StockRow }[] }
  | { about: 'feed'; sellerId: string; feedId: string; status: Processing | null; documentId: string | null }
  | { about: 'report'; sellerId: string; reportId: string; status: Processing | null; documentId: string | null }
  | { about: 'listing'; sellerId: string; marketplaceId: string; sku: string }
  | { about: 'unknown' }

const unknownEvent: NotificationEvent = { about: 'unknown' }

/** Expects keys in camel case. */
function parsePayload(type: string, payload: Record<string, unknown>): NotificationEvent {
  return parsers.get(type)?.(payload) ?? unknownEvent
}

const parserFor =
  <Schema extends z.ZodType>(schema: Schema, toEvent: (fields: z.output<Schema>) => NotificationEvent) =>
  (payload: unknown): NotificationEvent | null => {
    const fields = schema.safeParse(payload)
    return fields.success ? toEvent(fields.data) : null
  }

const FulfillmentOrderStatus = z.object({
  fulfillmentOrderStatusNotification: z.object({
    sellerId: z.string(),
    sellerFulfillmentOrderId: z.string(),
    fulfillmentOrderStatus: z.string(),
    statusUpdatedDateTime: moment,
  }),
})

const InventoryAvailability = z.object({
  sellerId: z.string(),
  sku: z.string(),
  asin: maybe(z.string()),
  fnsku: maybe(z.string()),
  fulfillmentInventoryByMarketplace: list(
    z.object({
      marketplaceId: z.string(),
      itemName: maybe(z.string()),
      fulfillmentInventory: z.object({
        fulfillable: z.int(),
        inboundQuantityBreakdown: z.object({ working: z.int(), shipped: z.int(), receiving: z.int() }),
        reservedQuantityBreakdown: z.object({
          warehouseProcessing: z.int(),
          warehouseTransfer: z.int(),
          pendingCustomerOrder: z.int(),
        }),
      }),
    }),
  ),
})

const Finished = { sellerId: z.string(), processingStatus: z.string() }

const FeedFinished = z.object({
  feedProcessingFinishedNotification: z.object({
    ...Finished,
    feedId: z.string(),
    resultFeedDocumentId: maybe(z.string()),
  }),
})

const ReportFinished = z.object({
  reportProcessingFinishedNotification: z.object({
    ...Finished,
    reportId: z.string(),
    reportDocumentId: maybe(z.string()),
  }),
})

const ListingChanged = z.object({ sellerId: z.string(), marketplaceId: z.string(), sku: z.string() })

const readListing = parserFor(ListingChanged, (fields) => ({ about: 'listing', ...fields }))

const parsers = new Map(
  Object.entries({
    FULFILLMENT_ORDER_STATUS: parserFor(FulfillmentOrderStatus, ({ fulfillmentOrderStatusNotification: fields }) => ({
      about: 'fulfillment',
      sellerId: fields.sellerId,
      externalId: fields.sellerFulfillmentOrderId,
      status: fields.fulfillmentOrderStatus,
      changedAt: fields.statusUpdatedDateTime,
    })),
    FBA_INVENTORY_AVAILABILITY_CHANGES: parserFor(InventoryAvailability, (fields) => ({
      about: 'stock',
      sellerId: fields.sellerId,
      marketplaces: fields.fulfillmentInventoryByMarketplace.map(
        ({ marketplaceId, itemName, fulfillmentInventory }) => ({
          marketplaceId,
          row: normalizeStockRow({
            sku: fields.sku,
            asin: fields.asin,
            fnsku: fields.fnsku,
            title: itemName,
            qtyAvailable: fulfillmentInventory.fulfillable,
            qtyReserved: total(fulfillmentInventory.reservedQuantityBreakdown),
            qtyInbound: total(fulfillmentInventory.inboundQuantityBreakdown),
            changedAt: null,
          }),
        }),
      ),
    })),
    FEED_PROCESSING_FINISHED: parserFor(FeedFinished, ({ feedProcessingFinishedNotification: fields }) => ({
      about: 'feed',
      sellerId: fields.sellerId,
      feedId: fields.feedId,
      status: readProcessingStatus(fields.processingStatus),
      documentId: fields.resultFeedDocumentId,
    })),
    REPORT_PROCESSING_FINISHED: parserFor(ReportFinished, ({ reportProcessingFinishedNotification: fields }) => ({
      about: 'report',
      sellerId: fields.sellerId,
      reportId: fields.reportId,
      status: readProcessingStatus(fields.processingStatus),
      documentId: fields.reportDocumentId,
    })),
    LISTINGS_ITEM_STATUS_CHANGE: readListing,
    LISTINGS_ITEM_ISSUES_CHANGE: readListing,
  }),
)

const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0)
