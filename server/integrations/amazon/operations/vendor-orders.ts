import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { decimal, list, maybe, moment, nextPage, payload } from './response-schemas.ts'
import { path, listOf, pageSize, text, time, validateRequest } from './request-schemas.ts'
import { KnownQuantity, partyIdentification, Quantity, transaction, vendorRateLimit } from './vendor-schemas.ts'

const orders = '/vendor/orders/v1'
const longestSpan = 7 * 24 * 60 * 60 * 1000

const isWithinAWeek = (after?: string, before?: string) =>
  !after || !before || Date.parse(before) - Date.parse(after) <= longestSpan

const OrdersQuery = z
  .object({
    limit: pageSize(100),
    createdAfter: time.optional(),
    createdBefore: time.optional(),
    changedAfter: time.optional(),
    changedBefore: time.optional(),
    sortOrder: z.enum(['ASC', 'DESC']).optional(),
    nextToken: z.string().optional(),
    includeDetails: z.boolean().optional(),
    isPOChanged: z.boolean().optional(),
    purchaseOrderState: z.enum(['New', 'Acknowledged', 'Closed']).optional(),
    orderingVendorCode: z.string().optional(),
  })
  .refine(
    (query) =>
      isWithinAWeek(query.createdAfter, query.createdBefore) && isWithinAWeek(query.changedAfter, query.changedBefore),
    'Purchase orders are listed for seven days at most',
  )

const Price = z.object({ currencyCode: maybe(z.string()), amount: maybe(decimal) })
const Party = z.object({ partyId: z.string() })

const OrderItem = z.object({
  itemSequenceNumber: z.string(),
  amazonProductIdentifier: maybe(z.string()),
  vendorProductIdentifier: maybe(z.string()),
  orderedQuantity: KnownQuantity,
  isBackOrderAllowed: z.boolean(),
  netCost: maybe(Price),
  listPrice: maybe(Price),
})

/** Windows are two times separated by `--`. */
const PurchaseOrder = z.object({
  purchaseOrderNumber: z.string(),
  purchaseOrderState: z.string(),
  orderDetails: maybe(
    z.object({
      purchaseOrderDate: moment,
      purchaseOrderChangedDate: maybe(moment),
      purchaseOrderStateChangedDate: moment,
      purchaseOrderType: maybe(z.string()),
      sellingParty: maybe(Party),
      shipToParty: maybe(Party),
      shipWindow: maybe(z.string()),
      deliveryWindow: maybe(z.string()),
      items: list(OrderItem),
    }),
  ),
})

export const getPurchaseOrders = operation({
  name: 'getPurchaseOrders',
  method: 'GET',
  ...vendorRateLimit,
  request: (query: z.input<typeof OrdersQuery>) => ({
    path: `${orders}/purchaseOrders`,
    query: validateRequest(say('This list of purchase orders'), OrdersQuery, query),
  }),
  wire: payload(z.object({ pagination: nextPage, orders: list(PurchaseOrder) })),
})

export const getPurchaseOrder = operation({
  name: 'getPurchaseOrder',
  method: 'GET',
  ...vendorRateLimit,
  request: ({ purchaseOrderNumber }: { purchaseOrderNumber: string }) => ({
    path: `${orders}/purchaseOrders` + path`/${purchaseOrderNumber}`,
  }),
  wire: payload(PurchaseOrder),
})

/** Optional in Amazon's model, but Amazon rejects an acknowledgement without it. */
const NetCost = z.object({
  currencyCode: z.string().length(3, 'The currency is not a code of three letters'),
  amount: z.string().refine((amount) => Number(amount) > 0, 'The net cost is not a price above zero'),
})

const ItemAcknowledgement = z
  .object({
    acknowledgementCode: z.enum(['Accepted', 'Backordered', 'Rejected']),
    acknowledgedQuantity: Quantity,
    scheduledShipDate: time.optional(),
    scheduledDeliveryDate: time.optional(),
    rejectionReason: z.enum(['TemporarilyUnavailable', 'InvalidProductIdentifier', 'ObsoleteProduct']).optional(),
  })
  .refine((item) => item.acknowledgementCode !== 'Rejected' || item.rejectionReason, 'A refusal needs its reason')

const Acknowledgements = z.object({
  acknowledgements: listOf(
    'Acknowledgements',
    z.object({
      purchaseOrderNumber: text('Purchase order'),
      sellingParty: partyIdentification,
      acknowledgementDate: time,
      items: listOf(
        'Lines',
        z.object({
          itemSequenceNumber: z.string().optional(),
          amazonProductIdentifier: z.string().optional(),
          vendorProductIdentifier: z.string().optional(),
          orderedQuantity: Quantity,
          netCost: NetCost,
          itemAcknowledgements: listOf('Answers to a line', ItemAcknowledgement),
        }),
      ),
    }),
  ),
})

export const submitAcknowledgement = operation({
  name: 'submitAcknowledgement',
  method: 'POST',
  ...vendorRateLimit,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof Acknowledgements> }) => ({
    path: `${orders}/acknowledgements`,
    body: validateRequest(say('The acknowledgement'), Acknowledgements, body),
  }),
  wire: transaction,
})
