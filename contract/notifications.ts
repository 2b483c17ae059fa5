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

export const notificationMethods = ['sms', 'email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

/** `held` waits for quiet hours to end; `skipped` was overtaken by events or refused by its recipient. */
export const notificationStatuses = ['pending', 'held', 'sent', 'failed', 'skipped'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

export const notificationAudiences = ['owner', 'customer'] as const
export type NotificationAudience = (typeof notificationAudiences)[number]
