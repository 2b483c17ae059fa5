import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { list, maybe, moment, nextPage, payload } from './response-schemas.ts'
import { pageSize, time, validateRequest } from './request-schemas.ts'
import { KnownQuantity, vendorRateLimit } from './vendor-schemas.ts'

const StatusQuery = z.object({
  limit: pageSize(100),
  sortOrder: z.enum(['ASC', 'DESC']).optional(),
  nextToken: z.string().optional(),
  createdAfter: time.optional(),
  createdBefore: time.optional(),
  updatedAfter: time.optional(),
  updatedBefore: time.optional(),
  purchaseOrderNumber: z.string().optional(),
  purchaseOrderStatus: z.enum(['OPEN', 'CLOSED']).optional(),
  itemConfirmationStatus: z.enum(['ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED', 'UNCONFIRMED']).optional(),
  itemReceiveStatus: z.enum(['NOT_RECEIVED', 'PARTIALLY_RECEIVED', 'RECEIVED']).optional(),
  orderingVendorCode: z.string().optional(),
  shipToPartyId: z.string().optional(),
})

const ItemStatus = z.object({
  itemSequenceNumber: z.string(),
  buyerProductIdentifier: maybe(z.string()),
  vendorProductIdentifier: maybe(z.string()),
  orderedQuantity: maybe(z.object({ orderedQuantity: maybe(KnownQuantity) })),
  acknowledgementStatus: maybe(
    z.object({
      confirmationStatus: maybe(z.string()),
      acceptedQuantity: maybe(KnownQuantity),
      rejectedQuantity: maybe(KnownQuantity),
    }),
  ),
  receivingStatus: maybe(
    z.object({
      receiveStatus: maybe(z.string()),
      receivedQuantity: maybe(KnownQuantity),
      lastReceiveDate: maybe(moment),
    }),
  ),
})

/** Confirmed and received quantities of each line. */
export const getPurchaseOrdersStatus = operation({
  name: 'getPurchaseOrdersStatus',
  method: 'GET',
  ...vendorRateLimit,
  request: (query: z.input<typeof StatusQuery>) => ({
    path: '/vendor/orders/v1/purchaseOrdersStatus',
    query: validateRequest(say('This question about purchase orders'), StatusQuery, query),
  }),
  wire: payload(
    z.object({
      pagination: nextPage,
      ordersStatus: list(
        z.object({
          purchaseOrderNumber: z.string(),
          purchaseOrderStatus: z.string(),
          purchaseOrderDate: moment,
          lastUpdatedDate: maybe(moment),
          itemStatus: z.array(ItemStatus),
        }),
      ),
    }),
  ),
})
