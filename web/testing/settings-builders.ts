import type { ApiKeyRow, SigningSecret } from '#contract/api-keys.ts'
import type { AuditRow } from '#contract/audit.ts'
import { messageTemplates } from '#contract/message-templates.ts'
import type { NotificationDetail, TemplateRow } from '#contract/notifications.ts'
import type { CustomerRow } from '#contract/privacy.ts'
import type { CompanySettings, PersonRow } from '#contract/settings.ts'
import { newId } from './builders.ts'

/** Default settings of a company; both message services are configured, and the alert phone is confirmed. */
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
    senderConfirmation: { confirmedAt: null, linkSentAt: null },
    phoneConfirmation: {
      number: overrides.company ? overrides.company.phone : '+12065550100',
      confirmedAt: '2026-01-01T00:00:00Z',
      codeSentAt: null,
      obstacle: null,
    },
    quota: { dailyTexts: 2000, textsUsed: 12, dailyMails: 20_000, mailsUsed: 40, textCountries: ['US', 'CA'] },
    company: { name: 'Harbor & Pine', email: 'hello@harborpine.example', phone: '+12065550100' },
    mailService: { isConfigured: true, from: 'no-reply@lockstep.example' },
    smsService: { isConfigured: true, from: '+12065550199' },
    ...overrides,
  }
}

/** Default text of each message. */
export const defaultTemplates: readonly TemplateRow[] = messageTemplates.map(({ words, variables, ...kind }) => ({
  ...kind,
  ...words,
  variables: [...variables],
  isOwn: false,
  updatedAt: null,
}))

/** A text message that was sent to a customer. */
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
    shopOrder: '#1042 at Harbor Shop',
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

/** A valid key without expiry that has not been used. */
export function buildApiKey(overrides: Partial<ApiKeyRow> = {}): ApiKeyRow {
  return {
    id: newId(),
    name: 'Warehouse',
    masked: 'ls_live_••••••••9f3a',
    scopes: ['orders.read'],
    isMaster: false,
    createdAt: '2026-01-01T00:00:00Z',
    createdByName: 'Omar Reyes',
    expiresAt: null,
    lastUsedAt: null,
    replacedAt: null,
    revokedAt: null,
    ...overrides,
  }
}

export function buildSigningSecret(overrides: Partial<SigningSecret> = {}): SigningSecret {
  return { masked: 'whsec_ab••••••••42cd', createdAt: '2026-01-01T00:00:00Z', previous: [], ...overrides }
}

export function buildPerson(overrides: Partial<PersonRow> = {}): PersonRow {
  return {
    id: newId(),
    email: 'mia@harborpine.example',
    firstName: 'Mia',
    lastName: 'Chen',
    role: 'readonly',
    isActive: true,
    lastSeenAt: '2026-01-01T00:00:00Z',
    isYou: false,
    ...overrides,
  }
}

export function buildAuditRow(overrides: Partial<AuditRow> = {}): AuditRow {
  return {
    id: newId(),
    at: '2026-01-01T00:00:00Z',
    actorType: 'user',
    actorName: 'Theo Okafor',
    userId: newId(),
    action: 'order.edit-address',
    resource: 'order',
    resourceId: newId(),
    subject: null,
    changes: null,
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (Macintosh) Safari/605',
    requestId: 'req-1042',
    ...overrides,
  }
}

/** A customer with two delivered orders. */
export function buildCustomer(overrides: Partial<CustomerRow> = {}): CustomerRow {
  return {
    id: newId(),
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '+1 206 555 0100',
    orderCount: 2,
    openOrders: 0,
    lastOrderAt: '2026-01-01T00:00:00Z',
    erasedAt: null,
    eraseObstacle: null,
    ...overrides,
  }
}
