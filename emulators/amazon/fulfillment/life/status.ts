import { publish } from '../../notifications/publish.ts'
import type { OrderStatus, Shipment, Step } from '../book.ts'
import { secondsAfter } from '../../seconds-after.ts'
import type { Moment } from './moment.ts'
import { timingsOf } from './timings-of.ts'

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
      EstimatedArrivalDateTime: secondsAfter(moment.at, timingsOf(moment.world.fulfillment, moment.order).deliver),
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

function publishStatus({ world, seller, order, at }: Moment, type: string, more: object): void {
  const notification = {
    SellerId: seller.id,
    EventType: type,
    StatusUpdatedDateTime: order.statusAt,
    SellerFulfillmentOrderId: order.id,
    FulfillmentOrderStatus: order.status,
    ...more,
  }
  publish(world, seller, 'FULFILLMENT_ORDER_STATUS', { FulfillmentOrderStatusNotification: notification }, at)
}

export function schedule({ order, at }: Moment, step: Step, seconds: number): void {
  order.next = { step, at: secondsAfter(at, seconds) }
}
