import { compareText, secondsAfter } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { readToken, takePage } from '../paging.ts'
import {
  type FulfillmentOrder,
  type FulfillmentSettings,
  type Line,
  type ReturnAuthorization,
  type ReturnItem,
  type Shipment,
  timingsOf,
} from './order.ts'
import { findOrder, readSince } from './request-parameters.ts'

const pageSize = 50

const dayAndAHalf = 36 * 60 * 60

export function getFulfillmentOrder(call: Call): Answer {
  return { status: 200, body: { payload: describeOrderInFull(findOrder(call), call.state.fulfillment) } }
}

/** Orders whose status changed at or after `queryStartDate`, by default within the last 36 hours. */
export function listAllFulfillmentOrders({ query, seller, now }: Call): Answer {
  const token = query.get('nextToken')
  const place = token ? readToken(token) : undefined
  const since = place?.of ?? readSince(query) ?? secondsAfter(now, -dayAndAHalf)
  // Sorted by arrival, so that a status change during the read moves no row.
  const orders = Object.values(seller.fulfillment.orders)
    .filter(({ statusAt, id }) => statusAt >= since || id === place?.after)
    .toSorted((one, other) => compareText(one.receivedAt, other.receivedAt))
  const { page, nextToken } = takePage(orders, ({ id }) => id, pageSize, place, since)
  return {
    status: 200,
    body: { payload: { ...(nextToken ? { nextToken } : {}), fulfillmentOrders: page.map(describeOrder) } },
  }
}

/** An order in Amazon's format, as lists contain it. */
function describeOrder(order: FulfillmentOrder): object {
  const { asked } = order
  return {
    sellerFulfillmentOrderId: order.id,
    marketplaceId: order.marketplaceId,
    displayableOrderId: asked.displayableOrderId,
    displayableOrderDate: asked.displayableOrderDate,
    displayableOrderComment: asked.displayableOrderComment,
    shippingSpeedCategory: asked.shippingSpeedCategory,
    deliveryWindow: asked.deliveryWindow,
    destinationAddress: asked.destinationAddress,
    fulfillmentAction: asked.fulfillmentAction,
    fulfillmentPolicy: asked.fulfillmentPolicy,
    codSettings: asked.codSettings,
    receivedDate: order.receivedAt,
    fulfillmentOrderStatus: order.status,
    statusUpdatedDate: order.statusAt,
    notificationEmails: asked.notificationEmails ?? [],
    featureConstraints: asked.featureConstraints,
  }
}

/** An order in Amazon's format, with lines, shipments and returns. */
function describeOrderInFull(order: FulfillmentOrder, settings: FulfillmentSettings): object {
  return {
    fulfillmentOrder: describeOrder(order),
    fulfillmentOrderItems: order.lines.map((line) => describeLine(order, line, settings)),
    fulfillmentShipments: order.shipments.map((shipment) => describeShipment(order, shipment, settings)),
    returnItems: order.returns.map(describeReturn),
    returnAuthorizations: order.authorizations.map(describeAuthorization),
    paymentInformation: order.asked.paymentInformation,
  }
}

export function describeReturn(item: ReturnItem): object {
  return {
    sellerReturnItemId: item.id,
    sellerFulfillmentOrderItemId: item.itemId,
    amazonShipmentId: item.shipmentId,
    sellerReturnReasonCode: item.reasonCode,
    returnComment: item.comment,
    status: item.isBack ? 'Processed' : 'New',
    statusChangedDate: item.isBack ? item.backAt : item.askedAt,
    returnAuthorizationId: item.authorizationId,
    ...(item.isBack ? { amazonReturnReasonCode: item.reasonCode, returnReceivedCondition: 'Sellable' } : {}),
  }
}

export function describeAuthorization(authorization: ReturnAuthorization): object {
  return {
    returnAuthorizationId: authorization.id,
    fulfillmentCenterId: authorization.centerId,
    returnToAddress: {
      name: 'Returns Department',
      addressLine1: '1 Warehouse Road',
      city: 'Phoenix',
      stateOrRegion: 'AZ',
      postalCode: '85043',
      countryCode: 'US',
    },
    amazonRmaId: authorization.rmaId,
    rmaPageURL: `https://www.amazon.com/returns/${authorization.rmaId}`,
  }
}

function describeLine(order: FulfillmentOrder, line: Line, settings: FulfillmentSettings): object {
  const item = order.asked.items.find((one) => one.sellerFulfillmentOrderItemId === line.itemId)
  const isGoing = line.quantity > line.cancelled + line.unfulfillable
  return {
    sellerSku: line.sku,
    sellerFulfillmentOrderItemId: line.itemId,
    quantity: line.quantity,
    giftMessage: item?.giftMessage,
    displayableComment: item?.displayableComment,
    fulfillmentNetworkSku: item?.fulfillmentNetworkSku,
    orderItemDisposition: 'Sellable',
    cancelledQuantity: line.cancelled,
    unfulfillableQuantity: line.unfulfillable,
    ...(isGoing
      ? {
          estimatedShipDate: estimateShipping(order, settings),
          estimatedArrivalDate: secondsAfter(estimateShipping(order, settings), timingsOf(settings, order).deliver),
        }
      : {}),
    perUnitPrice: item?.perUnitPrice,
    perUnitTax: item?.perUnitTax,
    perUnitDeclaredValue: item?.perUnitDeclaredValue,
  }
}

function describeShipment(order: FulfillmentOrder, shipment: Shipment, settings: FulfillmentSettings): object {
  const leaves = shipment.leftAt ?? estimateShipping(order, settings)
  const arrives = secondsAfter(leaves, timingsOf(settings, order).deliver)
  return {
    amazonShipmentId: shipment.id,
    fulfillmentCenterId: shipment.centerId,
    fulfillmentShipmentStatus: shipment.status,
    shippingDate: leaves,
    estimatedArrivalDate: arrives,
    shippingNotes: [],
    fulfillmentShipmentItem: shipment.lines.map((line) => ({
      sellerSku: line.sku,
      sellerFulfillmentOrderItemId: line.itemId,
      quantity: line.quantity,
      ...(line.packageNumber === null ? {} : { packageNumber: line.packageNumber }),
    })),
    fulfillmentShipmentPackage: shipment.packages.map((box) => ({
      packageNumber: box.packageNumber,
      carrierCode: box.carrierCode,
      trackingNumber: box.trackingNumber,
      amazonFulfillmentTrackingNumber: box.amazonTrackingNumber,
      estimatedArrivalDate: arrives,
    })),
  }
}

function estimateShipping(order: FulfillmentOrder, settings: FulfillmentSettings): string {
  const { receive, plan, process, ship } = timingsOf(settings, order)
  return secondsAfter(order.receivedAt, receive + plan + process + ship)
}
