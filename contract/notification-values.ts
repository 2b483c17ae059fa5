import { t } from './i18n.ts'

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
  order_placed: t('Order placed'),
  order_shipped: t('Order shipped'),
  order_delivered: t('Order delivered'),
  order_cancelled: t('Order cancelled'),
  stock_alert: t('Low stock alert'),
  job_failed: t('Failed job alert'),
  review_request: t('Review request'),
}

export const notificationMethods = ['sms', 'email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

export const notificationMethodLabels: Record<NotificationMethod, string> = { sms: 'SMS', email: t('Email') }

/**
 * `pending` is queued, `held` waits for the end of quiet hours; `skipped` was outdated, switched off, or its recipient has opted
 * out.
 */
export const notificationStatuses = ['pending', 'held', 'sent', 'failed', 'skipped'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

export const notificationStatusLabels: Record<NotificationStatus, string> = {
  pending: t('Waiting'),
  held: t('Held'),
  sent: t('Sent'),
  failed: t('Failed'),
  skipped: t('Not sent'),
}

export const notificationAudiences = ['owner', 'customer'] as const
export type NotificationAudience = (typeof notificationAudiences)[number]

export const notificationAudienceLabels: Record<NotificationAudience, string> = {
  owner: t('You'),
  customer: t('Customer'),
}

/** The webhook for replies to our texts. */
export const smsAnswersPath = '/api/webhooks/sms'
/** The unsubscribe link in customers' mails; the token identifies recipient and company. */
export const unsubscribePath = '/api/unsubscribe/:token'
/** The link by which the owner of a sender address confirms it; the token identifies company and request. */
export const confirmSenderPath = '/api/confirm-sender/:token'

/** Test messages per company within an hour, for texts and mails each. */
export const testMessagesPerHour = 20

/** What a company may send per day (UTC) unless the provider sets another number. */
export const defaultDailyTexts = 2_000
export const defaultDailyMails = 20_000
