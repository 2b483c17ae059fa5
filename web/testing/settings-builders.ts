import { messageTemplates } from '#contract/message-templates.ts'
import type { NotificationDetail, TemplateRow } from '#contract/notifications.ts'
import type { CompanySettings } from '#contract/settings.ts'
import { newId } from './builders.ts'

/** As a company comes with them; both services are there. */
export function buildSettings(overrides: Partial<CompanySettings> = {}): CompanySettings {
  return {
    notifications: {
      ownerSms: true,
      lowStockAlerts: true,
      failedJobAlerts: true,
      customerSms: true,
      customerEmail: true,
      quietHoursStart: '22:00',
      quietHoursEnd: '08:00',
      alertEmail: null,
      alertPhone: null,
    },
    security: { sessionTimeout: '7d', auditLogging: true, retentionDays: 30 },
    system: {
      syncFrequency: '30min',
      automaticSync: true,
      lowStockThreshold: 10,
      safetyBuffer: 0,
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
    },
    mail: { senderName: null, senderAddress: null, replyTo: null },
    company: { name: 'Harbor & Pine', email: 'hello@harborpine.example', phone: '+12065550100' },
    mailService: { isConfigured: true, from: 'no-reply@lockstep.example' },
    smsService: { isConfigured: true, from: '+12065550199' },
    ...overrides,
  }
}

/** Each message with the words that it comes with. */
export const defaultTemplates: readonly TemplateRow[] = messageTemplates.map(({ words, variables, ...kind }) => ({
  ...kind,
  ...words,
  variables: [...variables],
  isOwn: false,
  updatedAt: null,
}))

/** A text to a customer that went out. */
export function buildNotification(overrides: Partial<NotificationDetail> = {}): NotificationDetail {
  return {
    id: newId(),
    type: 'order_shipped',
    audience: 'customer',
    method: 'sms',
    status: 'sent',
    recipient: '+1 ••• ••• 0142',
    subject: null,
    orderId: newId(),
    orderNumber: 'LS-10042',
    isTest: false,
    heldUntil: null,
    error: null,
    resendObstacle: null,
    createdAt: '2026-01-01T00:00:00Z',
    sentAt: '2026-01-01T00:00:05Z',
    message: 'Harbor & Pine: your order LS-10042 is on its way.',
    ...overrides,
  }
}
