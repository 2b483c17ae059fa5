import type { OrderRow } from '#contract/order-row.ts'
import type { FulfillmentStatus, OrderStatus, ShippingSpeed } from '#contract/order-status.ts'

/** The number by which the shop and its customer know the order, without the `#` that some shops write before it. */
export const shopNumberOf = ({
  externalNumber,
  externalOrderId,
}: Pick<OrderRow, 'externalNumber' | 'externalOrderId'>): string =>
  (externalNumber ?? externalOrderId).replace(/^#/, '')

export const orderStatusLabels: Record<OrderStatus, string> = {
  placed: 'Placed',
  acknowledged: 'Acknowledged',
  sent_to_fulfillment: 'Sent to Fulfillment',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export const fulfillmentStatusLabels: Record<FulfillmentStatus, string> = {
  pending: 'Being sent to Amazon',
  submitted: 'Submitted',
  received: 'Received by Amazon',
  planning: 'Planning',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  unfulfillable: 'Can’t be fulfilled',
}

export const shippingSpeedLabels: Record<ShippingSpeed, string> = {
  standard: 'Standard',
  expedited: 'Expedited',
  priority: 'Priority',
}
