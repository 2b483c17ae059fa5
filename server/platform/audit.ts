import type { Actor, Origin } from './context.ts'
import type { Tx } from './db/client.ts'
import { auditLog } from './db/schema/audit.ts'
import { newId } from './id.ts'

type Fields = Record<string, unknown>

/** Events that belong to no company, such as a sign-in of the provider's staff. */
const platformCompanyId = '00000000-0000-0000-0000-000000000000'

export type AuditEntry = {
  /** `noun.verb`, such as `company.deactivate`. */
  action: string
  resource: string
  resourceId: string | null
  companyId: string | null
  before?: Fields
  after?: Fields
}

type Who = { actor: Actor; origin: Origin }

/** Written in the change's own transaction, so that neither stands without the other. */
export async function recordAudit(tx: Tx, ctx: Who, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, ctx, [entry])
}

/** The same for many changes at once. */
export async function recordAudits(tx: Tx, { actor, origin }: Who, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditLog).values(
    entries.map((entry) => ({
      id: newId(),
      companyId: entry.companyId ?? platformCompanyId,
      actorType: actor.type,
      userId: actor.type === 'user' ? actor.userId : null,
      actorName: actor.name,
      action: entry.action,
      resource: entry.resource,
      resourceId: entry.resourceId,
      changes: changesBetween(entry.before, entry.after),
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent?.slice(0, 500) ?? null,
      requestId: origin.requestId,
    })),
  )
}

/** Only what differs is kept, with secrets and personal data masked. */
export function changesBetween(before: Fields = {}, after: Fields = {}): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const keep = (fields: Fields) =>
    Object.fromEntries(changed.filter((name) => name in fields).map((name) => [name, masked(name, fields[name])]))
  return { before: keep(before), after: keep(after) }
}

const secret = /secret|token|password|apikey|keyhash/i
/** What people type as a reason may name a customer, and nothing is ever erased from the log. */
const personal = /email|phone|address|line1|line2|firstname|lastname|reason$/i

function masked(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (secret.test(name)) return '••••'
  if (Array.isArray(value)) return value.map((inner) => masked(name, inner))
  if (typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(key, inner)]))
  }
  if (!personal.test(name)) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const domain = text.includes('@') ? text.slice(text.indexOf('@')) : ''
  return `${text.slice(0, 1)}•••${domain}`
}
