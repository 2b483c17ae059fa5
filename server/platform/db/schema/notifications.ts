import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  notificationAudiences,
  notificationMethods,
  notificationStatuses,
  notificationTypes,
} from '#contract/notification-values.ts'
import { createdAt, moment, oneOf, timestamps } from './columns.ts'
import { companyTable, keyedCompanyTable, linkTo } from './company-table.ts'
import { customers } from './customers.ts'
import { orders } from './orders.ts'

const method = () => text('method', { enum: notificationMethods }).notNull()

/**
 * One row per message and method. `recipient`, `subject` and `message` are encrypted, and empty once erased; `eventKey` identifies the
 * cause for deduplication.
 */
export const notifications = companyTable(
  'notifications',
  {
    type: text('type', { enum: notificationTypes }).notNull(),
    audience: text('audience', { enum: notificationAudiences }).notNull(),
    recipient: text('recipient').notNull(),
    /** A keyed hash that is equal in every company: a STOP reply names a number, not a company. */
    recipientHash: text('recipient_hash'),
    method: method(),
    eventKey: text('event_key').notNull(),
    orderId: uuid('order_id'),
    customerId: uuid('customer_id'),
    subject: text('subject'),
    message: text('message').notNull(),
    templateData: jsonb('template_data'),
    status: text('status', { enum: notificationStatuses }).notNull().default('pending'),
    /** Not sent before this time. */
    dueAt: moment('due_at').notNull().defaultNow(),
    /** When the quiet hours of a held message end. */
    heldUntil: moment('held_until'),
    externalId: text('external_id'),
    error: text('error'),
    createdAt: createdAt(),
    /** Set before the service is called. After a crash in between, a text is looked up at the service and a mail is left to a person. */
    attemptedAt: moment('attempted_at'),
    /** How often the service was unavailable. */
    tries: integer('tries').notNull().default(0),
    /** The message that this one repeats. */
    resendOf: uuid('resend_of'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    ...linkTo(table.companyId, table.orderId, orders),
    ...linkTo(table.companyId, table.customerId, customers),
    oneOf(table.type, notificationTypes),
    oneOf(table.audience, notificationAudiences),
    oneOf(table.method, notificationMethods),
    oneOf(table.status, notificationStatuses),
    check('notifications_held_has_end', sql`${table.status} <> 'held' or ${table.heldUntil} is not null`),
    uniqueIndex('notifications_once').on(table.companyId, table.eventKey, table.audience, table.method),
    index('notifications_newest').on(table.companyId, table.createdAt, table.id),
    // Indexes for the selective filters of the history.
    index('notifications_type').on(table.companyId, table.type, table.createdAt, table.id),
    index('notifications_unsent')
      .on(table.companyId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'sent'`),
    index('notifications_own')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.audience} = 'owner'`),
    index('notifications_due')
      .on(table.companyId, table.dueAt)
      .where(sql`${table.status} in ('pending', 'held')`),
    index('notifications_recipient').on(table.recipientHash, table.companyId),
    // For the hourly purge; erased rows are not in the index.
    index('notifications_to_erase')
      .on(table.companyId, table.createdAt)
      .where(sql`${table.recipient} <> ''`),
  ],
)

/** The company's own message texts. */
export const notificationTemplates = keyedCompanyTable(
  'notification_templates',
  {
    audience: text('audience', { enum: notificationAudiences }).notNull().default('customer'),
    type: text('type', { enum: notificationTypes }).notNull(),
    method: method(),
    subject: text('subject'),
    body: text('body').notNull(),
    ...timestamps(),
  },
  (table) => [
    primaryKey({
      name: 'notification_templates_pkey',
      columns: [table.companyId, table.audience, table.type, table.method],
    }),
    oneOf(table.audience, notificationAudiences),
    oneOf(table.type, notificationTypes),
    oneOf(table.method, notificationMethods),
  ],
)

/** Opt-outs by a keyed hash of number or address, so that they outlive the erased customer data. */
export const notificationOptOuts = keyedCompanyTable(
  'notification_opt_outs',
  { method: method(), recipientHash: text('recipient_hash').notNull(), createdAt: createdAt() },
  (table) => [
    primaryKey({ name: 'notification_opt_outs_pkey', columns: [table.companyId, table.method, table.recipientHash] }),
    index('notification_opt_outs_recipient').on(table.recipientHash, table.companyId),
    oneOf(table.method, notificationMethods),
  ],
)

/**
 * Alerts that were sent to the company's people (low stock since a moment, failed job), for deduplication. A digest contains several,
 * so each row names its message.
 */
export const sentAlerts = keyedCompanyTable(
  'alerts_told',
  {
    type: text('type', { enum: notificationTypes }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    since: moment('since').notNull(),
    notificationId: uuid('notification_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'alerts_told_pkey', columns: [table.companyId, table.type, table.subjectId, table.since] }),
    ...linkTo(table.companyId, table.notificationId, notifications, { onDelete: 'cascade' }),
    oneOf(table.type, notificationTypes),
  ],
)
