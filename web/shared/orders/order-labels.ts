import type { FulfillmentStatus, OrderStatus, ShippingSpeed } from '#contract/order-status.ts'

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
