import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { actorTypes } from '#contract/audit.ts'
import { noticeKinds } from '#server/platform/audit-actions.ts'
import { createdAt, id, moment, notNegative, oneOf } from './columns.ts'
import { companyTable } from './company-table.ts'
import { companyPolicy, platformPolicy } from './row-security.ts'

/**
 * The audit log. No foreign keys, because an entry outlives its resource; platform events carry the nil company. The server's role may
 * read and insert, never update or delete.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    companyId: uuid('company_id').notNull(),
    id: id(),
    actorType: text('actor_type', { enum: actorTypes }).notNull(),
    userId: uuid('user_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    resource: text('resource').notNull(),
    resourceId: text('resource_id'),
    changes: jsonb('changes').$type<{ before: Record<string, unknown>; after: Record<string, unknown> }>(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'audit_log_pkey', columns: [table.companyId, table.id] }),
    companyPolicy(),
    platformPolicy(),
    oneOf(table.actorType, actorTypes),
    index('audit_log_newest').on(table.companyId, table.createdAt, table.id),
    index('audit_log_resource').on(table.companyId, table.resource, table.resourceId, table.createdAt),
    index('audit_log_user').on(table.companyId, table.userId, table.createdAt),
  ],
)

/**
 * The hash chain of the audit log: each entry has a link with a hash of the entry and of the previous link, so that changing or
 * removing an entry breaks every later link. A deferred trigger writes it at commit; the server's role may only read.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    companyId: uuid('company_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    entryId: uuid('entry_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_chain_pkey', columns: [table.companyId, table.seq] }),
    companyPolicy(),
    platformPolicy(),
    uniqueIndex('audit_chain_entry').on(table.companyId, table.entryId),
  ],
)

/** `summarized`: over the hourly limit, and the one summary was mailed for it; `limited`: over it too, and nothing was mailed. */
export const noticeOutcomes = ['sent', 'summarized', 'limited', 'failed'] as const

/**
 * Outbox of emails about security. A row has the id of the audit entry that it is about, and is written in the same transaction. Rows
 * of which nobody needs to be notified are deleted.
 */
export const securityNotices = companyTable(
  'security_notices',
  {
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** Encrypted JSON array: addresses that the change replaced, which are notified too; '' once the notice is closed. */
    formerAddresses: text('former_addresses').notNull().default(''),
    /** Keyed hashes of the recipients to whom it was sent, written before it is sent: nobody gets it twice. */
    handedTo: text('handed_to').array().notNull().default([]),
    tries: integer('tries').notNull().default(0),
    /** Null: at once. Later while a process works on it, and after the mail server could not be reached. */
    dueAt: moment('due_at'),
    outcome: text('outcome', { enum: noticeOutcomes }),
    closedAt: moment('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // Sign-ins are recorded by the platform, and its job sends the notices of all companies.
    platformPolicy(),
    oneOf(table.kind, noticeKinds),
    oneOf(table.outcome, noticeOutcomes),
    ...notNegative(table.tries),
    index('security_notices_open')
      .on(table.createdAt, table.id)
      .where(sql`${table.closedAt} is null`),
    index('security_notices_closed').on(table.closedAt),
  ],
)

export const refusalSources = ['person', 'key', 'network'] as const

/**
 * How often a person, an API key or a client network was refused, per ten minutes. The audit log holds one entry per hour
 * and route; these are all of them. Deleted after two days (`notifications/alerts/watch-refusals.ts`).
 */
export const refusalCounts = pgTable(
  'refusal_counts',
  {
    sourceType: text('source_type', { enum: refusalSources }).notNull(),
    /** The id of the user, of the key (`KeyHolder`), or the address (IPv6: the /64 network). */
    source: text('source').notNull(),
    startsAt: moment('starts_at').notNull(),
    /** The company and the name of a key; a person's are looked up. */
    companyId: uuid('company_id'),
    name: text('name'),
    count: integer('count').notNull(),
    /** When provider staff was notified. */
    notifiedAt: moment('notified_at'),
  },
  (table) => [
    platformPolicy(),
    primaryKey({ name: 'refusal_counts_pkey', columns: [table.sourceType, table.source, table.startsAt] }),
    oneOf(table.sourceType, refusalSources),
    ...notNegative(table.count),
    index('refusal_counts_newest').on(table.startsAt),
  ],
)
