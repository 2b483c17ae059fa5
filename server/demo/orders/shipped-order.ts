import type { ShippingSpeed } from '#contract/order-status.ts'
import type { OrderInTransit } from './past/write-past.ts'

const speeds: Record<ShippingSpeed, string> = { standard: 'Standard', expedited: 'Expedited', priority: 'Priority' }

/** An order that left the warehouse, in the words of the stand-in's control plane. */
export function toEmulatorOrder(marketplaceId: string, { order, course, chronicle }: OrderInTransit) {
  const { orderNumber, plan, news } = order
  const { leftAt, acceptedAt, outForDelivery, deliver } = course
  const shipped = chronicle.fulfillments.find(({ status }) => status === 'shipped')
  const address = news.order.shippingAddress
  return {
    marketplaceId,
    asked: {
      sellerFulfillmentOrderId: shipped?.externalFulfillmentId,
      displayableOrderId: orderNumber,
      displayableOrderDate: plan.placedAt.toISOString(),
      displayableOrderComment: 'Thank you for your order.',
      shippingSpeedCategory: speeds[news.order.shippingSpeed ?? 'standard'],
      destinationAddress: {
        name: address.recipientName,
        addressLine1: address.line1,
        ...(address.line2 ? { addressLine2: address.line2 } : {}),
        city: address.city,
        stateOrRegion: address.state,
        postalCode: address.postalCode,
        countryCode: address.country,
      },
      items: order.lines.slice(0, course.sentLines).map(({ id, sku, quantity }) => ({
        sellerSku: sku,
        sellerFulfillmentOrderItemId: id,
        quantity,
      })),
    },
    receivedAt: acceptedAt.toISOString(),
    leftAt: leftAt.toISOString(),
    timings: { outForDelivery, deliver },
    packages: chronicle.packages.map(({ id, packageNumber, carrier, trackingNumber }) => ({
      packageNumber: Number(packageNumber),
      carrierCode: carrier,
      trackingNumber,
      items: chronicle.packageItems
        .filter(({ packageId }) => packageId === id)
        .map(({ orderItemId, quantity }) => ({ itemId: orderItemId, quantity })),
    })),
  }
}
