import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { AuditResource } from '#contract/audit.ts'
import { maskUrl } from '#contract/masking.ts'
import { type AuditAction, isAlwaysAudited, noticeActions, type NoticeKind } from './audit-actions.ts'
import type { Actor, CompanyContext, Origin } from './context.ts'
import { encryptionContext } from './crypto/encrypted-columns.ts'
import type { Vault } from './crypto/vault.ts'
import type { Tx } from './db/client.ts'
import { auditLog, securityNotices } from './db/schema/audit.ts'
import { newId } from './ids.ts'

type Fields = Record<string, unknown>

/** Owner of events that belong to no company, such as a sign-in of the provider's staff. */
export const platformCompanyId = '00000000-0000-0000-0000-000000000000'

export type AuditEntry = {
  action: AuditAction
  resource: AuditResource
  resourceId: string | null
  companyId: string | null
  before?: Fields
  after?: Fields
  /** Email addresses that the change replaced. They are notified of it too, so that a takeover is noticed. */
  formerAddresses?: readonly string[]
}

type Attribution = { actor: Actor; origin: Origin; vault?: Vault }

/** Writes an audit entry in the transaction of the change, so that both commit or neither does. */
export async function recordAudit(tx: Tx, ctx: Attribution, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, ctx, [entry])
}

/**
 * Writes many entries with one statement. It skips entries of companies that switched audit logging off, unless they are always audited.
 * Notices about them are enqueued here, so that no caller can forget one.
 */
export async function recordAudits(tx: Tx, by: Attribution, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const records = entries.map((entry) => toRecord(by, entry))
  await tx.execute(sql`
    insert into audit_log (company_id, id, actor_type, user_id, actor_name, action, resource, resource_id, changes,
      ip_address, user_agent, request_id)
    select e.company_id, e.id, e.actor_type, e.user_id, e.actor_name, e.action, e.resource, e.resource_id, e.changes,
      e.ip_address, e.user_agent, e.request_id
    from json_to_recordset(${JSON.stringify(records)}::json) as e(company_id uuid,
      id uuid, actor_type text, user_id uuid, actor_name text, action text, resource text, resource_id text, changes jsonb,
      ip_address text, user_agent text, request_id text, is_always_kept boolean)
    where e.is_always_kept
      or coalesce((select s.audit_logging from company_settings s where s.company_id = e.company_id), true)`)
  const notices = entries.flatMap((entry, index) => toNotice(by, entry, records[index]?.id ?? ''))
  if (notices.length > 0) await tx.insert(securityNotices).values(notices)
}

/** A new admin concerns the other admins too. */
const noticeKindOf = ({ action, after }: AuditEntry): NoticeKind | undefined =>
  action === 'user.create' && after?.['role'] === 'admin' ? 'account' : noticeActions[action]

/** The notice about an entry, with the entry's id; none for the platform, which has no people. */
function toNotice({ vault }: Attribution, entry: AuditEntry, id: string) {
  const { companyId, formerAddresses = [] } = entry
  const kind = noticeKindOf(entry)
  if (kind === undefined || companyId === null) return []
  const context = encryptionContext('security_notices.former_addresses', { companyId, id })
  const hasFormer = vault !== undefined && formerAddresses.length > 0
  return [
    { companyId, id, kind, formerAddresses: hasFormer ? vault.encrypt(JSON.stringify(formerAddresses), context) : '' },
  ]
}

const toRecord = ({ actor, origin }: Attribution, entry: AuditEntry) => ({
  company_id: entry.companyId ?? platformCompanyId,
  id: newId(),
  actor_type: actor.type,
  user_id: actor.type === 'user' ? actor.userId : null,
  actor_name: actor.name,
  action: entry.action,
  resource: entry.resource,
  resource_id: entry.resourceId,
  changes: changesBetween(entry.before, entry.after),
  ip_address: origin.ipAddress,
  user_agent: origin.userAgent?.slice(0, 500) ?? null,
  request_id: origin.requestId,
  is_always_kept: isAlwaysAudited(entry.action),
})

/** The fields that differ, with secrets and personal data masked. */
export function changesBetween(before: Fields = {}, after: Fields = {}): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (fields: Fields) =>
    Object.fromEntries(changed.filter((name) => name in fields).map((name) => [name, maskValue(name, fields[name])]))
  return { before: pick(before), after: pick(after) }
}

const secret = /secret|token|password|apikey|feedkey|keyhash/i

/** Typed reasons count as personal: they may name a customer, and the log is never erased. */
const personal = /email|phone|address|replyto|line1|line2|firstname|lastname|reason$/i

/** A text that is exactly one e-mail address keeps its domain. */
const addressAlone = /^[^\s@]+(@[^\s@]+)$/

function maskValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (secret.test(name)) return '••••'
  if (name === 'webhookUrl' && typeof value === 'string') return maskUrl(value)
  if (Array.isArray(value)) return value.map((inner) => maskValue(name, inner))
  if (typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskValue(key, inner)]))
  }
  if (!personal.test(name)) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${text.slice(0, 1)}•••${addressAlone.exec(text)?.[1] ?? ''}`
}

const day = 24 * 3_600_000

type ViewedResources = Pick<AuditEntry, 'action' | 'resource'> & { resourceIds: string[] }

/**
 * Records whose personal data a person has seen, at most once per day and subject: open screens refetch with every change and
 * show the same people.
 */
export async function recordPersonalDataViews(tx: Tx, ctx: CompanyContext, views: ViewedResources): Promise<void> {
  const { companyId, actor } = ctx
  const { action, resource, resourceIds } = views
  if (actor.type !== 'user' || resourceIds.length === 0) return
  const since = new Date(ctx.clock.now().getTime() - day)
  const seen = await listSeenIds(tx, { ...views, companyId, userId: actor.userId, since })
  const entries = resourceIds
    .filter((id) => !seen.has(id))
    .map((resourceId) => ({ action, resource, resourceId, companyId }))
  await recordAudits(tx, ctx, entries)
}

type SeenQuery = ViewedResources & { companyId: string; userId: string; since: Date }

/** The ids for which a view by this person is recorded since then. */
async function listSeenIds(tx: Tx, { companyId, userId, action, resource, resourceIds, since }: SeenQuery) {
  const entries = await tx
    .selectDistinct({ resourceId: auditLog.resourceId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, companyId),
        eq(auditLog.resource, resource),
        inArray(auditLog.resourceId, resourceIds),
        gt(auditLog.createdAt, since),
        eq(auditLog.userId, userId),
        eq(auditLog.action, action),
      ),
    )
  return new Set(entries.map(({ resourceId }) => resourceId))
}
