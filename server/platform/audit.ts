import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { AuditResource } from '#contract/audit.ts'
import type { Actor, CompanyContext, Origin } from './context.ts'
import { encryptionContext } from './crypto/encrypted-columns.ts'
import type { Vault } from './crypto/vault.ts'
import type { Tx } from './db/client.ts'
import { auditLog, type noticeKinds, securityNotices } from './db/schema/audit.ts'
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

export type NoticeKind = (typeof noticeKinds)[number]

/**
 * Actions of which people are notified by email (`features/notifications/security/`). They are always audited, because a notice is
 * about an audit entry.
 */
export const noticeActions: Readonly<Record<string, NoticeKind>> = {
  'session.start': 'sign_in',
  'api_key.create': 'key',
  'api_key.generate-master': 'key',
  'api_key.rotate': 'key',
  'channel.create': 'key',
  'channel.rotate': 'key',
  'settings.rotate': 'key',
  'settings.update-mail': 'sender',
  'settings.update-notifications': 'sender',
  'order.export': 'export',
  'customer.export': 'export',
  'report.export': 'export',
  'audit.export': 'export',
  'user.create': 'invitation',
  'user.update': 'account',
  'user.reactivate': 'account',
  'user.reset-sign-in': 'account',
}

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

/*
 * Every action has to be in one of these two lists. A company may leave out its daily work; these three kinds are kept
 * while it has audit logging switched off, because Amazon's data protection policy requires it:
 */
export const alwaysAudited = [
  // Who gets in, who was refused, and what mints or shows a key.
  'session.start',
  'session.end',
  'session.end-others',
  'session.refuse',
  'session.switch-company',
  'access.refuse',
  'user.create',
  'user.update',
  'user.deactivate',
  'user.reactivate',
  'user.remove',
  'user.end-sessions',
  'user.reset-sign-in',
  'company.create',
  'company.activate',
  'company.deactivate',
  'company.update-quota',
  'key.use',
  'key.refuse',
  'api_key.create',
  'api_key.generate-master',
  'api_key.rotate',
  'api_key.revoke',
  'channel.rotate',
  'channel.reveal',
  'settings.rotate',
  'settings.reveal',
  // Where data goes: connected systems, senders and recipients, scheduled emails, and the settings with the switch itself.
  'channel.create',
  'channel.update',
  'amazon.create',
  'amazon.update',
  'amazon.connect',
  'amazon.disconnect',
  'amazon.restore',
  'amazon.refuse',
  'settings.update-system',
  'settings.update-mail',
  'settings.update-notifications',
  'settings.update-security',
  'settings.confirm-sender',
  'settings.refuse-sender',
  'settings.confirm-phone',
  'settings.refuse-phone',
  'report-schedule.create',
  'report-schedule.update',
  'report-schedule.remove',
  'report-schedule.run',
  'report-schedule.export',
  // Who has seen, exported or erased personal data, or what of the company left as a file.
  'customer.view',
  'customer.export',
  'customer.erase',
  'customer.opt-in',
  'customer.opt-out',
  'order.view',
  'order.view-recent',
  'order.payloads',
  'delivery.view',
  'notification.view',
  'audit.export',
  'inventory.export',
  'order.export',
  'product.export',
  'report.export',
] as const

/** Daily work on products, stock, orders and promotions, and what syncs and jobs did. */
export const auditedByChoice = [
  'amazon.add-skus',
  'amazon.fill-details',
  'amazon.preview-two-way-sync',
  'amazon.send-changes',
  'amazon.take-changes',
  'amazon.two-way-sync',
  'attention.dismiss',
  'change-set.undo',
  'channel.sync',
  'delivery.replay',
  'fulfillment.configure',
  'inventory.sync',
  'job.retry',
  'listing.update',
  'message.resend',
  'notification.resend',
  'notification.test',
  'order.acknowledge',
  'order.cancel',
  'order.cancel_and_resend',
  'order.edit-address',
  'order.fulfill',
  'order.hold',
  'order.note',
  'order.release',
  'order.request-review',
  'order.resend',
  'order.restore',
  'order-batch.start',
  'order-batch.stop',
  'product.activate',
  'product.create',
  'product.deactivate',
  'product.update',
  'promotion.activate',
  'promotion.create',
  'promotion.deactivate',
  'promotion.end',
  'promotion.update',
  'saved-view.create',
  'saved-view.delete',
  'saved-view.update',
  'sheet.save',
  'sku.activate',
  'sku.create',
  'sku.deactivate',
  'sku.map',
  'sku.update',
  'template.reset',
  'template.update',
  'upload.apply',
] as const

export type AuditAction = (typeof alwaysAudited)[number] | (typeof auditedByChoice)[number]

const keptActions: ReadonlySet<string> = new Set(alwaysAudited)

/** Whether an action is audited even while the company has audit logging switched off. */
export const isAlwaysAudited = (action: AuditAction): boolean => keptActions.has(action)
