import { z } from 'zod'
import { AccountChange, Invited, UserInput } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { email, Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { roles } from './roles.ts'
import { longestRetentionDays, sessionTimeouts, syncFrequencies } from './settings-values.ts'

const timeOfDay = (label: string) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t('{label} must be a time such as 22:00', { label }))

/** Empty text counts as null. */
const empty = z.literal('').transform(() => null)
const optionalEmail = z.union([empty, email]).nullable()
const optionalLine = (label: string, max: number) => z.union([empty, line(label, max)]).nullable()

/** A phone number in E.164 format; separators are removed. */
export const phoneNumber = z
  .string()
  .transform((typed) => typed.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, t('Enter a number with its country code, such as +1 206 555 0100')))

export const NotificationSettings = z.strictObject({
  ownerSms: z.boolean(),
  lowStockAlerts: z.boolean(),
  failedJobAlerts: z.boolean(),
  customerSms: z.boolean(),
  customerEmail: z.boolean(),
  quietHoursStart: timeOfDay(t('Start')),
  quietHoursEnd: timeOfDay(t('End')),
  /** Where alerts are sent; without it to the company's own address. */
  alertEmail: optionalEmail,
  alertPhone: z.union([empty, phoneNumber]).nullable(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const SecuritySettings = z.strictObject({
  sessionTimeout: z.enum(sessionTimeouts),
  auditLogging: z.boolean(),
  retentionDays: z
    .int(t('Days must be a whole number'))
    .min(1, t('Personal data must be kept for at least 1 day'))
    .max(longestRetentionDays, t('Amazon allows up to {longestRetentionDays} days', { longestRetentionDays })),
})
export type SecuritySettings = z.output<typeof SecuritySettings>

const units = (label: string) =>
  z
    .int(t('{label} must be a whole number', { label }))
    .min(0, t('{label} can’t be less than 0', { label }))
    .max(1_000_000, t('{label} must be 1,000,000 or less', { label }))

export const SystemSettings = z.strictObject({
  syncFrequency: z.enum(syncFrequencies),
  automaticSync: z.boolean(),
  lowStockThreshold: units(t('Threshold')),
  /** The safety buffer of every SKU, beside its own. */
  safetyBuffer: units(t('Safety buffer')),
  timeZone: z.string().refine(isTimeZone, t('Choose a time zone')),
  currency: z.string().regex(/^[A-Z]{3}$/, t('Choose a currency')),
})
export type SystemSettings = z.output<typeof SystemSettings>

/** Time zones by name only: browsers and PostgreSQL interpret offsets such as +05:30 with opposite signs. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Mail programs show the name in place of the address, so an address in it would pass for the sender's. */
const senderName = optionalLine(t('Sender name'), 100).refine(
  (name) => name === null || !/[@＠<>]|\p{Cf}/u.test(name),
  t('Enter a name, not an email address'),
)

/** The sender of customers' mail; omitted fields use the installation's defaults. */
export const MailSettings = z.strictObject({
  senderName,
  senderAddress: optionalEmail,
  replyTo: optionalEmail,
})
export type MailSettings = z.output<typeof MailSettings>

const kept = z.string().nullable()

export const CompanySettings = z.object({
  notifications: NotificationSettings.strip().extend({ alertEmail: kept, alertPhone: kept }),
  security: SecuritySettings.strip(),
  system: SystemSettings.strip(),
  mail: z.object({ senderName: kept, senderAddress: kept, replyTo: kept }),
  /** Whether the sender address is proven to be the company's. Until then mail comes from the product's address. */
  senderConfirmation: z.object({ confirmedAt: Moment.nullable(), linkSentAt: Moment.nullable() }),
  /** The same for the number that alerts are texted to: the alert phone, or else the company's. */
  phoneConfirmation: z.object({
    number: z.string().nullable(),
    confirmedAt: Moment.nullable(),
    /** When a code was sent that is still valid. */
    codeSentAt: Moment.nullable(),
    /** Why no text reaches the number, confirmed or not. */
    obstacle: z.string().nullable(),
  }),
  /** What the provider lets the company send per day (UTC), how much of it is used, and where texts may go. */
  quota: z.object({
    dailyTexts: z.int(),
    textsUsed: z.int(),
    dailyMails: z.int(),
    mailsUsed: z.int(),
    textCountries: z.array(z.string()),
  }),
  /** Fallbacks of the settings, and which services are configured. */
  company: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  mailService: z.object({ isConfigured: z.boolean(), from: z.string().nullable() }),
  smsService: z.object({ isConfigured: z.boolean(), from: z.string().nullable() }),
})
export type CompanySettings = z.output<typeof CompanySettings>

export const SystemInfo = z.object({
  version: z.string(),
  environment: z.enum(['production', 'development']),
  database: z.string(),
  /** Where shared state is kept: Redis while it is reachable, if there is one. */
  cache: z.enum(['Redis', 'PostgreSQL']),
})
export type SystemInfo = z.output<typeof SystemInfo>

export const PersonRow = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  lastSeenAt: Moment.nullable(),
  isYou: z.boolean(),
})
export type PersonRow = z.output<typeof PersonRow>

/** A new account of the company that the admin works in. */
export const PersonInput = UserInput.omit({ companyId: true })

const ByPerson = z.strictObject({ userId: Id })

/** The company's own admins manage its people; every call that gives or takes access asks for a recent sign-in. */
const personChange = { access: 'admin', scope: 'company', needsRecentSignIn: true } as const

export const PhoneCode = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, t('Enter the six-digit code from the text')),
})

const save = { method: 'PUT', access: 'ops', scope: 'company' } as const

export const settingsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'The company’s settings',
    access: 'readonly',
    scope: 'company',
    reply: CompanySettings,
  }),
  saveNotifications: endpoint({
    ...save,
    path: '/api/settings/notifications',
    summary: 'Who is notified of what, and quiet hours',
    body: NotificationSettings,
    reply: CompanySettings,
  }),
  saveSecurity: endpoint({
    ...save,
    access: 'admin',
    needsRecentSignIn: true,
    path: '/api/settings/security',
    summary: 'How long sessions last, what is logged, how long personal data are kept',
    body: SecuritySettings,
    reply: CompanySettings,
  }),
  saveSystem: endpoint({
    ...save,
    path: '/api/settings/system',
    summary: 'Syncs, stock, time zone and currency',
    body: SystemSettings,
    reply: CompanySettings,
  }),
  saveMail: endpoint({
    ...save,
    needsRecentSignIn: true,
    path: '/api/settings/mail',
    summary: 'The sender of emails to customers',
    body: MailSettings,
    reply: CompanySettings,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/settings/mail/test',
    summary: 'Send a test email from this sender to the person who asks',
    access: 'ops',
    scope: 'company',
    body: MailSettings,
    /** `sentFrom` is the product's address while the sender's is not confirmed. */
    reply: z.object({ sentTo: z.string(), sentFrom: z.string() }),
  }),
  sendSenderLink: endpoint({
    method: 'POST',
    path: '/api/settings/mail/confirmation',
    summary: 'Email a confirmation link to the sender address',
    access: 'ops',
    scope: 'company',
    reply: CompanySettings,
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: '/api/settings/alert-phone/confirmation',
    summary: 'Confirm the number for alerts with the code that was texted to it',
    access: 'ops',
    scope: 'company',
    body: PhoneCode,
    reply: CompanySettings,
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/api/settings/alert-phone/code',
    summary: 'Text a code to the number for alerts',
    access: 'ops',
    scope: 'company',
    reply: CompanySettings,
  }),
  systemInfo: endpoint({
    method: 'GET',
    path: '/api/settings/system-info',
    summary: 'What the product runs on',
    access: 'readonly',
    scope: 'company',
    reply: SystemInfo,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/settings/users',
    summary: 'The company’s people',
    access: 'readonly',
    scope: 'company',
    reply: z.array(PersonRow),
  }),
  addPerson: endpoint({
    ...personChange,
    method: 'POST',
    path: '/api/settings/users',
    summary: 'Add an account to the company',
    body: PersonInput,
    reply: PersonRow.extend(Invited.shape),
    status: 201,
  }),
  updatePerson: endpoint({
    ...personChange,
    method: 'PATCH',
    path: '/api/settings/users/:userId',
    summary: 'Change a role, deactivate or reactivate an account; it counts from its next request',
    params: ByPerson,
    body: AccountChange,
    reply: PersonRow,
  }),
  removePerson: endpoint({
    ...personChange,
    method: 'DELETE',
    path: '/api/settings/users/:userId',
    summary: 'Remove an account: it can’t sign in, and name, email and picture are erased',
    params: ByPerson,
    reply: z.object({ id: Id }),
  }),
  resetPersonSignIn: endpoint({
    ...personChange,
    method: 'POST',
    path: '/api/settings/users/:userId/reset-sign-in',
    summary: 'Reset the sign-in of an account: the next one with its verified email address gets it',
    params: ByPerson,
    reply: z.object({ id: Id }),
  }),
  endPersonSessions: endpoint({
    method: 'POST',
    path: '/api/settings/users/:userId/end-sessions',
    summary: 'Sign an account out everywhere',
    access: 'admin',
    scope: 'company',
    params: ByPerson,
    reply: z.object({ id: Id }),
  }),
}
