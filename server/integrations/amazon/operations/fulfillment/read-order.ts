import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { list, maybe, moment, payload } from '../response-schemas.ts'
import { path, time, validateRequest } from '../request-schemas.ts'
import { fulfillmentOrders, rateLimit } from './order-schemas.ts'

/** `marketplaceId` is not read: orders created outside Lockstep were seen with values that are no marketplace. */
const Order = z.object({
  sellerFulfillmentOrderId: z.string(),
  displayableOrderId: z.string(),
  fulfillmentOrderStatus: z.string(),
  statusUpdatedDate: moment,
  receivedDate: moment,
  shippingSpeedCategory: z.string(),
  fulfillmentAction: maybe(z.string()),
})

const Item = z.object({
  sellerSku: z.string(),
  sellerFulfillmentOrderItemId: z.string(),
  quantity: z.int(),
  cancelledQuantity: z.int(),
  unfulfillableQuantity: z.int(),
  estimatedShipDate: maybe(moment),
  estimatedArrivalDate: maybe(moment),
})

/** Tracking numbers can change until the order is complete. */
const Package = z.object({
  packageNumber: z.int(),
  carrierCode: z.string(),
  trackingNumber: maybe(z.string()),
  amazonFulfillmentTrackingNumber: maybe(z.string()),
  estimatedArrivalDate: maybe(moment),
})

const Shipment = z.object({
  amazonShipmentId: z.string(),
  fulfillmentShipmentStatus: z.string(),
  shippingDate: maybe(moment),
  estimatedArrivalDate: maybe(moment),
  fulfillmentShipmentItem: z.array(
    z.object({
      sellerSku: z.string(),
      sellerFulfillmentOrderItemId: z.string(),
      quantity: z.int(),
      packageNumber: maybe(z.int()),
    }),
  ),
  fulfillmentShipmentPackage: list(Package),
})

const Return = z.object({
  sellerReturnItemId: z.string(),
  sellerFulfillmentOrderItemId: z.string(),
  amazonShipmentId: z.string(),
  status: z.string(),
  statusChangedDate: moment,
  returnReceivedCondition: maybe(z.string()),
})

/** Amazon answers an unknown order with status 400, not 404. */
export const getFulfillmentOrder = operation({
  name: 'getFulfillmentOrder',
  method: 'GET',
  ...rateLimit,
  request: ({ sellerFulfillmentOrderId }: { sellerFulfillmentOrderId: string }) => ({
    path: fulfillmentOrders + path`/${sellerFulfillmentOrderId}`,
  }),
  wire: payload(
    z.object({
      fulfillmentOrder: Order,
      fulfillmentOrderItems: z.array(Item),
      fulfillmentShipments: list(Shipment),
      returnItems: list(Return),
    }),
  ),
})

const ListQuery = z.object({ queryStartDate: time.optional(), nextToken: z.string().optional() })

/** Orders whose status changed at or after `queryStartDate`. */
export const listAllFulfillmentOrders = operation({
  name: 'listAllFulfillmentOrders',
  method: 'GET',
  ...rateLimit,
  request: (query: z.input<typeof ListQuery>) => ({
    path: fulfillmentOrders,
    query: validateRequest(say('This list of orders'), ListQuery, query),
  }),
  wire: payload(z.object({ nextToken: maybe(z.string()), fulfillmentOrders: list(Order) })),
})
