import { compareText, secondsAfter } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { readToken, takePage } from '../paging.ts'
import { invalidInput } from '../refusal.ts'
import { requireParameter } from '../request-input.ts'
import {
  type Fate,
  type FulfillmentOrder,
  type FulfillmentSettings,
  type Line,
  type Package,
  type ReturnAuthorization,
  type ReturnItem,
  type Shipment,
  type Timings,
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

type Event = { code: string; status: string; description: string; at: string; place: Place }

type Place = { city: string; state: string; country: string }

const center: Place = { city: 'Phoenix', state: 'AZ', country: 'US' }

export function getPackageTrackingDetails({ query, state, seller, now }: Call): Answer {
  const packageNumber = requireParameter(query, 'packageNumber')
  if (!/^\d{1,10}$/.test(packageNumber)) throw invalidInput('packageNumber must be an integer.')
  const order = seller.fulfillment.orders[seller.fulfillment.packages[packageNumber] ?? '']
  const shipment = order?.shipments.find(({ packages }) => packages.some(isNamed(packageNumber)))
  const box = shipment?.packages.find(isNamed(packageNumber))
  if (!order || !shipment || !box) throw invalidInput(`Requested package '${packageNumber}' not found`)
  return {
    status: 200,
    body: { payload: describePackage(order, shipment, box, timingsOf(state.fulfillment, order), now) },
  }
}

const isNamed = (packageNumber: string) => (box: Package) => String(box.packageNumber) === packageNumber

function describePackage(
  order: FulfillmentOrder,
  shipment: Shipment,
  box: Package,
  timings: Timings,
  now: Date,
): object {
  const home = placeOf(order)
  const { leftAt } = shipment
  const until = now.toISOString()
  const events = leftAt ? route(order.fate, leftAt, timings, home).filter(({ at }) => at <= until) : []
  const last = events.at(-1)
  return {
    packageNumber: box.packageNumber,
    trackingNumber: box.trackingNumber,
    customerTrackingLink: `https://www.swiship.com/track?id=${box.trackingNumber}`,
    carrierCode: box.carrierCode,
    shipToAddress: home,
    ...(leftAt ? { shipDate: leftAt, estimatedArrivalDate: secondsAfter(leftAt, timings.deliver) } : {}),
    ...(last ? { currentStatus: last.status, currentStatusDescription: last.description } : {}),
    ...(last?.status === 'DELIVERED' ? { additionalLocationInfo: 'FRONT_DOOR' } : {}),
    trackingEvents: events.toReversed().map((event) => ({
      eventDate: event.at,
      eventAddress: event.place,
      eventCode: event.code,
      eventDescription: event.description,
    })),
  }
}

/** All tracking events of a parcel, with times relative to when it left. */
function route(fate: Fate, leftAt: string, timings: Timings, home: Place): Event[] {
  const at = (seconds: number) => secondsAfter(leftAt, seconds)
  const onTheWay: Event[] = [
    {
      code: 'EVENT_101',
      status: 'IN_TRANSIT',
      description: 'Carrier picked up the package',
      at: leftAt,
      place: center,
    },
    {
      code: 'EVENT_201',
      status: 'IN_TRANSIT',
      description: 'Departed from carrier facility',
      at: at(timings.outForDelivery / 2),
      place: center,
    },
    {
      code: 'EVENT_302',
      status: 'OUT_FOR_DELIVERY',
      description: 'Out for delivery',
      at: at(timings.outForDelivery),
      place: home,
    },
  ]
  return [...onTheWay, ...arrival(fate, at, timings, home)]
}

function arrival(fate: Fate, at: (seconds: number) => string, timings: Timings, home: Place): Event[] {
  if (fate !== 'undeliverable' && fate !== 'returned') {
    return [{ code: 'EVENT_301', status: 'DELIVERED', description: 'Delivered', at: at(timings.deliver), place: home }]
  }
  const attempts: Event[] = [
    {
      code: 'EVENT_304',
      status: 'DELIVERY_ATTEMPTED',
      description: 'Delivery was attempted',
      at: at(timings.deliver),
      place: home,
    },
    {
      code: 'EVENT_404',
      status: 'UNDELIVERABLE',
      description: 'The package cannot be delivered',
      at: at(timings.deliver * 1.5),
      place: home,
    },
  ]
  if (fate === 'undeliverable') return attempts
  return [
    ...attempts,
    {
      code: 'EVENT_406',
      status: 'RETURNING',
      description: 'The package is on its way back',
      at: at(timings.deliver * 2),
      place: home,
    },
    {
      code: 'EVENT_407',
      status: 'RETURNED',
      description: 'The package is back at the warehouse',
      at: at(timings.deliver * 3),
      place: center,
    },
  ]
}

function placeOf({ asked: { destinationAddress: address } }: FulfillmentOrder): Place {
  return { city: address.city ?? '', state: address.stateOrRegion ?? '', country: address.countryCode }
}
