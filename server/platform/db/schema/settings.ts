import { sql } from 'drizzle-orm'
import { boolean, check, integer, primaryKey, text, time, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { apiKeyScopes } from '#contract/roles.ts'
import { longestRetentionDays, sessionTimeouts, syncFrequencies } from '#contract/settings-values.ts'
import { createdAt, eachOneOf, moment, notBlank, notNegative, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable } from './company-table.ts'
import { platformReadPolicy } from './row-security.ts'

/** One row per company; the defaults are those of a new one. */
export const companySettings = keyedCompanyTable(
  'company_settings',
  {
    timeZone: text('time_zone').notNull().default('UTC'),
    currency: text('currency').notNull().default('USD'),
    ownerSms: boolean('owner_sms').notNull().default(true),
    lowStockAlerts: boolean('low_stock_alerts').notNull().default(true),
    failedJobAlerts: boolean('failed_job_alerts').notNull().default(true),
    customerSms: boolean('customer_sms').notNull().default(true),
    customerEmail: boolean('customer_email').notNull().default(true),
    quietHoursStart: time('quiet_hours_start', { precision: 0 }).notNull().default('22:00'),
    quietHoursEnd: time('quiet_hours_end', { precision: 0 }).notNull().default('08:00'),
    /** Where alerts are sent; null uses the company's own address. */
    alertEmail: text('alert_email'),
    alertPhone: text('alert_phone'),
    mailSenderName: text('mail_sender_name'),
    mailSender: text('mail_sender'),
    mailReplyTo: text('mail_reply_to'),
    /** How parcels and mails show the company: the address line by line, the color as #rrggbb. */
    shownAddress: text('shown_address'),
    brandColor: text('brand_color'),
    sessionTimeout: text('session_timeout', { enum: sessionTimeouts }).notNull().default('7d'),
    auditLogging: boolean('audit_logging').notNull().default(true),
    syncFrequency: text('sync_frequency', { enum: syncFrequencies }).notNull().default('30min'),
    automaticSync: boolean('automatic_sync').notNull().default(true),
    lowStockThreshold: integer('low_stock_threshold').notNull().default(10),
    /** The safety buffer of every SKU, beside its own. */
    safetyBuffer: integer('safety_buffer').notNull().default(0),
    /** Whether stuck orders are cancelled and resubmitted automatically. */
    healStuckOrders: boolean('heal_stuck_orders').notNull().default(false),
    /** Since when the company observes: everything is read and decided, nothing is sent. Null while Lockstep does the work. */
    observingSince: moment('observing_since'),
    retentionDays: integer('retention_days').notNull().default(longestRetentionDays),
    /** Decisions of the first hour: to keep no buffer, to have tried a test order, and not to see the checklist any longer. */
    bufferChosenAt: moment('buffer_chosen_at'),
    testedOrderAt: moment('tested_order_at'),
    firstStepsHiddenAt: moment('first_steps_hidden_at'),
    ...timestamps(),
  },
  (table) => [
    // Every request reads the session timeout before the company is known.
    platformReadPolicy(),
    primaryKey({ name: 'company_settings_pkey', columns: [table.companyId] }),
    oneOf(table.sessionTimeout, sessionTimeouts),
    oneOf(table.syncFrequency, syncFrequencies),
    notBlank(table.timeZone),
    ...notNegative(table.lowStockThreshold, table.safetyBuffer),
    check('company_settings_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check(
      'company_settings_retention_days_range',
      sql`${table.retentionDays} between 1 and ${longestRetentionDays}`.inlineParams(),
    ),
  ],
)

/** API keys are stored as hashes; `prefix` and `suffix` are for the masked display. */
export const apiKeys = companyTable(
  'api_keys',
  {
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    suffix: text('suffix').notNull(),
    keyHash: text('key_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    isMaster: boolean('is_master').notNull().default(false),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    /** When it was rotated; it stays valid until it expires. */
    replacedAt: moment('replaced_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    notBlank(table.name),
    eachOneOf(table.scopes, apiKeyScopes),
    uniqueIndex('api_keys_hash').on(table.companyId, table.keyHash),
    uniqueIndex('api_keys_master')
      .on(table.companyId)
      .where(sql`${table.isMaster} and ${table.replacedAt} is null and ${table.revokedAt} is null`),
  ],
)

/** Encrypted secrets that sign our webhooks. During a rotation both sign until the older one expires. */
export const signingSecrets = companyTable('signing_secrets', {
  secret: text('secret').notNull(),
  createdAt: createdAt(),
  expiresAt: moment('expires_at'),
})
