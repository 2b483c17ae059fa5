import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, searchText, ExportFormat, FileReply } from './fields.ts'
import { t } from './i18n.ts'
import { PageQuery } from './paging.ts'

export const actorTypes = ['user', 'api_key', 'job', 'webhook', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

export const actorTypeLabels: Record<ActorType, string> = {
  user: t('Person'),
  api_key: t('API key'),
  job: t('Background job'),
  webhook: t('Channel'),
  system: 'Lockstep',
}

/** The kinds of resources of audit entries. */
export const auditResources = [
  'access',
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
  'order-tag',
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
  /** What people call the resource now, such as an order's numbers, a SKU or a title; null for kinds without a name and what is gone. */
  subject: z.string().nullable(),
  /** The changed fields, with secrets and personal data masked. */
  changes: z.object({ before: Values, after: Values }).nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditRow = z.output<typeof AuditRow>

export const AuditFilter = z.strictObject({
  resource: z.enum(auditResources).optional(),
  actorType: z.enum(actorTypes).optional(),
  /** Searches actor, action and resource id. */
  search: searchText.optional(),
  /** Days in the company's time zone, both inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

/** A fault in the hash chain of the audit log. */
export const ChainFault = z.object({
  kind: z.enum(['changed', 'missing', 'unchained']),
  /** The entry's position in the chain; null for an entry outside it. */
  seq: z.int().nullable(),
  /** Null where the entry itself is gone. */
  entryId: Id.nullable(),
})
export type ChainFault = z.output<typeof ChainFault>

export const ChainReport = z.object({
  /** Number of checked entries. */
  entries: z.int(),
  /** Older entries that were left to the nightly check to keep this call fast. */
  older: z.int().optional(),
  /** The head of the chain. A stored copy proves later that no earlier entry was removed. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** The first faults, if there are many. */
  faults: z.array(ChainFault),
  faultCount: z.int(),
})
export type ChainReport = z.output<typeof ChainReport>

/** A visit of provider staff to the company. */
export const ProviderVisit = z.object({ id: Id, at: Moment, name: z.string(), ipAddress: z.string().nullable() })
export type ProviderVisit = z.output<typeof ProviderVisit>

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    searchPath: '/api/audit/search',
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
    searchPath: '/api/audit/export',
    summary: 'The same as a file',
    access: 'admin',
    scope: 'company',
    query: AuditFilter.extend({ format: ExportFormat }),
    reply: FileReply,
  }),
  providerVisits: endpoint({
    method: 'GET',
    path: '/api/audit/provider-visits',
    summary: 'When provider staff began to work in the company, newest first',
    access: 'admin',
    scope: 'company',
    query: PageQuery,
    reply: z.array(ProviderVisit),
    paged: true,
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
