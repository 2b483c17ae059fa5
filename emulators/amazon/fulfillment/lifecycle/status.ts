import { secondsAfter } from '../../iso-time.ts'
import { publish } from '../../notifications/publish.ts'
import type { AmazonState, Seller } from '../../state.ts'
import { type FulfillmentOrder, type OrderStatus, type Shipment, type Step, timingsOf } from '../order.ts'

/** An order at the time of one of its steps. */
export type Moment = { state: AmazonState; seller: Seller; order: FulfillmentOrder; at: string }

export function setStatus(moment: Moment, status: OrderStatus): void {
  moment.order.status = status
  moment.order.statusAt = moment.at
  publishStatus(moment, 'Order', {})
}

export function publishShipment(moment: Moment, shipment: Shipment): void {
  publishStatus(moment, 'Shipment', {
    FulfillmentShipment: {
      FulfillmentShipmentStatus: 'Shipped',
      AmazonShipmentId: shipment.id,
      EstimatedArrivalDateTime: secondsAfter(moment.at, timingsOf(moment.state.fulfillment, moment.order).deliver),
      FulfillmentShipmentPackages: shipment.packages.map((box) => ({
        PackageNumber: box.packageNumber,
        CarrierCode: box.carrierCode,
        TrackingNumber: box.trackingNumber,
      })),
    },
  })
}

export function publishReturn(moment: Moment, sku: string): void {
  publishStatus(moment, 'Return', {
    FulfillmentReturnItem: { ReceivedDateTime: moment.at, ReturnedQuantity: 1, SellerSKU: sku },
  })
}

function publishStatus({ state, seller, order, at }: Moment, type: string, more: object): void {
  const notification = {
    SellerId: seller.id,
    EventType: type,
    StatusUpdatedDateTime: order.statusAt,
    SellerFulfillmentOrderId: order.id,
    FulfillmentOrderStatus: order.status,
    ...more,
  }
  publish(state, seller, 'FULFILLMENT_ORDER_STATUS', { FulfillmentOrderStatusNotification: notification }, at)
}

export function schedule({ order, at }: Moment, step: Step, seconds: number): void {
  order.next = { step, at: secondsAfter(at, seconds) }
}
