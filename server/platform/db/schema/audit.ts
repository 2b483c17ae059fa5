import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { actorTypes } from '#contract/audit.ts'
import { createdAt, id, oneOf } from './columns.ts'
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
