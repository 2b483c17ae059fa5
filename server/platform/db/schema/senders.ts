import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, notNegative, oneOf } from './columns.ts'
import { companies } from './companies.ts'
import { keyedCompanyTable } from './company-table.ts'
import { companyPolicy, platformPolicy, platformReadPolicy } from './row-security.ts'

/** What a company proves to be its own before messages are sent from it or to it. */
export const contactKinds = ['mail_sender', 'alert_phone'] as const

/** The newest address or number that a company wants to prove, the hash of the link or code sent there, and when it was proven. */
export const contactConfirmations = keyedCompanyTable(
  'contact_confirmations',
  {
    kind: text('kind', { enum: contactKinds }).notNull(),
    /** The mail address in lower case, or the keyed hash of the number (`hashRecipient`). */
    target: text('target').notNull(),
    /** A keyed hash; null before anything was sent and after it was used. */
    secretHash: text('secret_hash'),
    expiresAt: moment('expires_at'),
    sentAt: moment('sent_at'),
    /** Wrong codes entered since `sent_at`. */
    tries: integer('tries').notNull().default(0),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    // A STOP reply names a number, not a company: the platform looks up who has sent it a code.
    platformReadPolicy(),
    primaryKey({ name: 'contact_confirmations_pkey', columns: [table.companyId, table.kind] }),
    oneOf(table.kind, contactKinds),
    check(
      'contact_confirmations_secret_expires',
      sql`${table.secretHash} is null or (${table.expiresAt} is not null and ${table.sentAt} is not null)`,
    ),
    index('contact_confirmations_target').on(table.target),
  ],
)

/** Confirmed sender addresses. The primary key makes an address belong to one company. */
export const senderAddresses = pgTable(
  'sender_addresses',
  {
    /** In lower case. */
    address: text('address').primaryKey(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    createdAt: createdAt(),
  },
  (table) => [platformPolicy(), companyPolicy(), uniqueIndex('sender_addresses_company').on(table.companyId)],
)

/** What is counted per company: messages of a day, and what a person may cause within an hour. */
export const messageCounters = ['sms', 'email', 'sender_link', 'phone_code', 'test_mail'] as const

/** One row per company and counter, for the current window only. */
export const messageCounts = keyedCompanyTable(
  'message_counts',
  {
    counter: text('counter', { enum: messageCounters }).notNull(),
    /** Start of the window. */
    startsAt: moment('starts_at').notNull(),
    count: integer('count').notNull(),
    /** Messages that were not sent because the limit was reached. */
    refused: integer('refused').notNull().default(0),
    /** The percentage of the quota of which owner and provider have been notified: 0, 80 or 100. */
    alarmedAt: integer('alarmed_at_percent').notNull().default(0),
  },
  (table) => [
    // The alarm and the Admin Panel read the counts of all companies.
    platformReadPolicy(),
    primaryKey({ name: 'message_counts_pkey', columns: [table.companyId, table.counter] }),
    oneOf(table.counter, messageCounters),
    ...notNegative(table.count, table.refused),
  ],
)
