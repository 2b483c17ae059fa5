export const notificationTypes = [
  'order_placed',
  'order_shipped',
  'order_delivered',
  'order_cancelled',
  'stock_alert',
  'job_failed',
  'review_request',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationTypeLabels: Record<NotificationType, string> = {
  order_placed: 'Order placed',
  order_shipped: 'Order shipped',
  order_delivered: 'Order delivered',
  order_cancelled: 'Order cancelled',
  stock_alert: 'Low stock alert',
  job_failed: 'Failed job alert',
  review_request: 'Review request',
}

export const notificationMethods = ['sms', 'email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

export const notificationMethodLabels: Record<NotificationMethod, string> = { sms: 'SMS', email: 'Email' }

/**
 * `pending` waits for its turn, `held` for quiet hours to end; `skipped` was overtaken by events, switched off or not
 * wanted by its recipient.
 */
export const notificationStatuses = ['pending', 'held', 'sent', 'failed', 'skipped'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

export const notificationStatusLabels: Record<NotificationStatus, string> = {
  pending: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
}

export const notificationAudiences = ['owner', 'customer'] as const
export type NotificationAudience = (typeof notificationAudiences)[number]

export const notificationAudienceLabels: Record<NotificationAudience, string> = { owner: 'You', customer: 'Customer' }

/** Where the SMS service passes answers on. */
export const smsAnswersPath = '/api/webhooks/sms'
/** Where the link in a customer's mail leads; the token says whose mail and from whom. */
export const unsubscribePath = '/api/unsubscribe/:token'
