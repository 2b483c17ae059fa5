import { t } from '#contract/i18n.ts'
import type { FulfillmentStatus, ShippingSpeed } from '#contract/order-status.ts'

export const fulfillmentStatusLabels: Record<FulfillmentStatus, string> = {
  pending: t('Being sent to Amazon'),
  submitted: t('Submitted'),
  received: t('Received by Amazon'),
  planning: t('Planning'),
  processing: t('Processing'),
  shipped: t('Shipped'),
  delivered: t('Delivered'),
  cancelled: t('Cancelled'),
  unfulfillable: t('Can’t be fulfilled'),
}

export const shippingSpeedLabels: Record<ShippingSpeed, string> = {
  standard: t('Standard'),
  expedited: t('Expedited'),
  priority: t('Priority'),
}
