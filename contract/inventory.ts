import { z } from 'zod'
import { channelTypes } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { ExportFormat, FileReply, Id, Moment, optionalText, searchText } from './fields.ts'
import { t } from './i18n.ts'
import { PageQuery, sortBy, type SortOf } from './paging.ts'
import { Quantities, quantityNumber, stockStatuses } from './stock-status.ts'

/**
 * The source of a stock count; `shipment` is the count before less what the seller shipped himself, `adjustment` one that a person typed
 * for a single SKU.
 */
export const stockSources = ['amazon', 'sheet', 'upload', 'undo', 'shipment', 'adjustment'] as const
export type StockSource = (typeof stockSources)[number]

/** Who holds the stock: quantities of Amazon's warehouse come only from Amazon. */
export const stockHolders = ['amazon', 'merchant'] as const
export type StockHolder = (typeof stockHolders)[number]

/** Why a hold ended: Amazon's count includes it, the seller shipped the units himself, or the order was cancelled. */
export const holdEndings = ['counted_by_amazon', 'shipped_by_seller', 'cancelled'] as const
export type HoldEnding = (typeof holdEndings)[number]

/** Why a person sets the quantity of one SKU. */
export const adjustmentReasons = ['counted', 'received', 'returned', 'damaged', 'lost', 'correction', 'other'] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]

export const adjustmentReasonLabels = {
  counted: t('Counted'),
  received: t('Received'),
  returned: t('Returned'),
  damaged: t('Damaged'),
  lost: t('Lost'),
  correction: t('Correction'),
  other: t('Other'),
} as const satisfies Record<AdjustmentReason, string>

/** `id` is the SKU's. `qtyCounted` is the last count, of which `qtyAvailable` leaves out the units held for orders. `title` is the SKU's own title where it differs from the product's. */
export const InventoryRow = Quantities.extend({
  id: Id,
  sku: z.string(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  productId: Id,
  productTitle: z.string(),
  title: z.string().nullable(),
  status: z.enum(stockStatuses),
  stockHolder: z.enum(stockHolders),
  lastAmazonSync: Moment.nullable(),
  /** Since when the SKU is missing in full reads from Amazon. */
  missingOnAmazonSince: Moment.nullable(),
  qtyCounted: z.int(),
  /** The product's first picture. */
  imageUrl: z.string().nullable(),
})
export type InventoryRow = z.output<typeof InventoryRow>

const InventoryFilter = z.strictObject({ search: searchText.optional(), status: z.enum(stockStatuses).optional() })

/** Columns by which the list can be sorted. It is sorted by `sku` by default. */
export const inventorySorts = ['sku', 'product', 'available', 'reserved', 'inbound', 'synced'] as const
export type InventorySort = SortOf<(typeof inventorySorts)[number]>

export const InventoryQuery = PageQuery.extend({ ...InventoryFilter.shape, sort: sortBy(inventorySorts) })
export type InventoryQuery = z.output<typeof InventoryQuery>

export const InventoryAlert = z.object({
  sku: z.object({ id: Id, sku: z.string(), title: z.string() }),
  inventory: z.object({ qtyAvailable: z.int() }),
})
export type InventoryAlert = z.output<typeof InventoryAlert>

/** The four cards, over all active SKUs; `lowStock` counts the alerts, zero included. */
export const InventorySummary = z.object({
  totalSkus: z.int(),
  lowStock: z.int(),
  outOfStock: z.int(),
  totalUnits: z.int(),
  lowStockThreshold: z.int(),
})
export type InventorySummary = z.output<typeof InventorySummary>

/** Units held for an order; accepted once Amazon has accepted to ship them. */
export const StockHold = z.object({
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  channelType: z.enum(channelTypes).nullable(),
  quantity: z.int(),
  createdAt: Moment,
  acceptedAt: Moment.nullable(),
})
export type StockHold = z.output<typeof StockHold>

/** `externalId` is the channel's id of the item; null for a code that was mapped on an order. */
const ChannelCode = z.object({
  channelId: Id,
  channelName: z.string(),
  code: z.string(),
  externalId: z.string().nullable(),
  title: z.string(),
})
export type ChannelCode = z.output<typeof ChannelCode>

/**
 * How a quantity is computed: `counted − held = available`, and `counted − held − buffer = sellable`, never below 0.
 * `source` and `readAt` are null for a SKU without a count.
 */
export const StockExplanation = z.object({
  source: z.enum(stockSources).nullable(),
  readAt: Moment.nullable(),
  counted: z.int(),
  countedReserved: z.int(),
  held: z.int(),
  available: z.int(),
  buffer: z.int(),
  sellable: z.int(),
})
export type StockExplanation = z.output<typeof StockExplanation>

/**
 * `version` and `safetyBuffer` are the SKU's, to edit the buffer; `companyBuffer` applies to every SKU of the company.
 * `stockedAt` is the account and the marketplace id whose warehouse counts the SKU; null when none does.
 */
export const StockDetail = InventoryRow.extend({
  version: z.int(),
  safetyBuffer: z.int(),
  companyBuffer: z.int(),
  isActive: z.boolean(),
  stockedAt: z.object({ accountName: z.string(), marketplace: z.string() }).nullable(),
  why: StockExplanation,
  holds: z.array(StockHold),
  /** What channels call the SKU, where a person or a job has matched it. */
  codes: z.array(ChannelCode),
})
export type StockDetail = z.output<typeof StockDetail>

/** The last count of each day in the company's time zone; days before the first count are omitted. */
export const StockHistory = z.array(
  z.object({ day: z.iso.date(), qtyAvailable: z.int(), qtyReserved: z.int(), qtyInbound: z.int() }),
)
export type StockHistory = z.output<typeof StockHistory>

/** One count; `change` is the difference to the previous count, null for the first. Adjustments have a reason. */
export const StockMovement = Quantities.extend({
  id: Id,
  source: z.enum(stockSources),
  capturedAt: Moment,
  change: z.int().nullable(),
  reason: z.enum(adjustmentReasons).nullable(),
  note: z.string().nullable(),
})
export type StockMovement = z.output<typeof StockMovement>

/** Days of a SKU's chart. */
export const stockHistoryDays = 90

const SkuParams = z.strictObject({ skuId: Id })

/** `from` is the count that the person saw: if there is another one by now, nothing is written. */
export const StockAdjustment = z
  .strictObject({
    quantity: quantityNumber,
    from: z.int(),
    reason: z.enum(adjustmentReasons),
    note: optionalText(t('Note'), 200).optional(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note, { error: t('Say what happened'), path: ['note'] })
export type StockAdjustment = z.input<typeof StockAdjustment>

/** `changeSetId` is for undo; null if the quantity is what it was. */
const AdjustmentResult = z.object({ changeSetId: Id.nullable(), sku: z.string(), from: z.int(), quantity: z.int() })

export const inventoryApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/inventory',
    summary:
      'Stock of every active SKU, by SKU if no other order is asked for; `search` looks into SKU and ASIN, `status` goes by what is available',
    access: 'readonly',
    scope: 'company',
    query: InventoryQuery,
    reply: z.array(InventoryRow),
    paged: true,
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/api/inventory/alerts',
    summary: 'SKUs at or under the low stock threshold, fewest units first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery,
    reply: z.array(InventoryAlert),
    paged: true,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/inventory/summary',
    summary: 'The figures of the four cards',
    access: 'readonly',
    scope: 'company',
    reply: InventorySummary,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/inventory/export',
    summary: 'The filtered list as a file',
    access: 'ops',
    scope: 'company',
    query: InventoryFilter.extend({ format: ExportFormat }),
    reply: FileReply,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/inventory/:skuId',
    summary: 'One SKU, with what its numbers are made of',
    access: 'readonly',
    scope: 'company',
    params: SkuParams,
    reply: StockDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/inventory/:skuId/history',
    summary: 'Stock of one SKU, day by day',
    access: 'readonly',
    scope: 'company',
    params: SkuParams,
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(stockHistoryDays) }),
    reply: StockHistory,
  }),
  adjust: endpoint({
    method: 'POST',
    path: '/api/inventory/:skuId/adjustments',
    summary: 'Set the counted quantity of one SKU, with a reason',
    access: 'ops',
    scope: 'company',
    params: SkuParams,
    body: StockAdjustment,
    reply: AdjustmentResult,
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/inventory/:skuId/movements',
    summary: 'Counts of one SKU, newest first',
    access: 'readonly',
    scope: 'company',
    params: SkuParams,
    query: PageQuery,
    reply: z.array(StockMovement),
    paged: true,
  }),
}
