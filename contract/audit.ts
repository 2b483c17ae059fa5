import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText, ExportFormat, FileReply } from './fields.ts'
import { PageQuery } from './paging.ts'

export const actorTypes = ['user', 'api_key', 'job', 'webhook', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

export const actorTypeLabels: Record<ActorType, string> = {
  user: 'Person',
  api_key: 'API key',
  job: 'Background job',
  webhook: 'Channel',
  system: 'Lockstep',
}

/** What an entry can be about. */
export const auditResources = [
  'amazon-account',
  'api_key',
  'attention',
  'audit',
  'change-set',
  'channel',
  'company',
  'customer',
  'delivery',
  'inventory',
  'job',
  'listing',
  'message',
  'notification',
  'order',
  'order-batch',
  'product',
  'promotion',
  'report',
  'report-schedule',
  'saved-view',
  'session',
  'settings',
  'sku',
  'stock',
  'sync-run',
  'template',
  'user',
] as const
export type AuditResource = (typeof auditResources)[number]

const Values = z.record(z.string(), z.unknown())

export const AuditRow = z.object({
  id: Id,
  at: Moment,
  actorType: z.enum(actorTypes),
  actorName: z.string(),
  userId: Id.nullable(),
  /** `noun.verb`, such as `company.deactivate`. */
  action: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  /** What differs, secrets and personal data masked. */
  changes: z.object({ before: Values, after: Values }).nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditRow = z.output<typeof AuditRow>

export const AuditFilter = z.strictObject({
  resource: z.enum(auditResources).optional(),
  actorType: z.enum(actorTypes).optional(),
  /** Part of who did it, what was done or the id of what it was done to. */
  search: searchText.optional(),
  /** Days of the company, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

/** Where the chain of entries does not hold. */
export const ChainFault = z.object({
  kind: z.enum(['changed', 'missing', 'unchained']),
  /** The entry's place in the chain; null for one that is not in it. */
  seq: z.int().nullable(),
  /** Null where the entry's place was taken away with it. */
  entryId: Id.nullable(),
})
export type ChainFault = z.output<typeof ChainFault>

export const ChainReport = z.object({
  /** How many were checked. */
  entries: z.int(),
  /** How many older ones were left to the nightly check, because nobody waits so long for an answer; none, unless it says so. */
  older: z.int().optional(),
  /** Whoever keeps it can tell later that nothing before it was taken away. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** The first of them, if there are many. */
  faults: z.array(ChainFault),
  faultCount: z.int(),
})
export type ChainReport = z.output<typeof ChainReport>

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'What was done in the company, newest first',
    access: 'admin',
    scope: 'company',
    query: PageQuery.extend(AuditFilter.shape),
    reply: z.array(AuditRow),
    paged: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    summary: 'The same as a file',
    access: 'admin',
    scope: 'company',
    query: AuditFilter.extend({ format: ExportFormat }),
    reply: FileReply,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/audit/verify',
    summary: 'Whether the company’s log is whole and unchanged',
    access: 'admin',
    scope: 'company',
    reply: ChainReport,
  }),
}
