import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { actorTypes } from '#contract/audit.ts'
import { createdAt, id, oneOf } from './columns.ts'
import { companyPolicy, platformPolicy } from './row-security.ts'

/**
 * Without foreign keys, because an entry outlives what it is about; events of the whole platform carry the nil company.
 * The server's role may read and add, never change.
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
 * Each entry of a company's log has a place here, with a hash of the entry and of the place before it: whoever changes or
 * takes away one entry breaks every place after it. Written by the database itself when the entry's transaction commits;
 * the server's role may only read.
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
