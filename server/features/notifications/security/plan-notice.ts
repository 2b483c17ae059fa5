import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Role } from '#contract/roles.ts'
import { type NoticeKind, noticeActions } from '#server/platform/audit-actions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { personName } from '#server/platform/http/app.ts'
import { clientPlace } from '#server/platform/http/rate-limit.ts'
import type { NoticeFacts, NoticeRecipient, Relation } from './compose-notice.ts'

/** A notice that is not closed; its id is that of its audit entry. */
export type OpenNotice = {
  companyId: string
  id: string
  kind: NoticeKind
  formerAddresses: string
  handedTo: string[]
}

export type NoticePlan = { facts: NoticeFacts; userId: string | null; recipients: NoticeRecipient[] }

/** Decides who is notified of an audit entry; null if nobody needs to be. */
export async function planNotice(ctx: PlatformContext, notice: OpenNotice): Promise<NoticePlan | null> {
  return ctx.read(async (tx) => {
    const entry = await findEntry(tx, notice)
    if (!entry) return null
    const facts = toFacts(entry)
    const plan = { facts, userId: entry.userId }
    switch (notice.kind) {
      case 'sign_in': {
        const isNew = await isNewPlace(tx, entry)
        return isNew && entry.actorEmail ? { ...plan, recipients: [to(entry.actorEmail, 'self')] } : null
      }
      case 'invitation':
        return facts.account && isByPerson(entry) ? { ...plan, recipients: [to(facts.account.email, 'invited')] } : null
      case 'export': {
        const exportedRows = await countNewlyExported(tx, entry, ctx.clock.now())
        if (exportedRows === null) return null
        return {
          ...plan,
          facts: { ...facts, exportedRows },
          recipients: await listResponsible(tx, entry, 'with actor'),
        }
      }
      case 'account': {
        if (facts.account === null || (entry.action === 'user.create' && !isByPerson(entry))) return null
        const invited = entry.action === 'user.create' ? [to(facts.account.email, 'invited')] : []
        return { ...plan, recipients: distinct([...invited, ...(await listResponsible(tx, entry))]) }
      }
      case 'key':
        return { ...plan, recipients: await listResponsible(tx, entry, 'with actor') }
      case 'sender': {
        const responsible = await listResponsible(tx, entry, 'with actor')
        const former = formerAddressesOf(ctx, notice, entry).map((address) => to(address, 'former'))
        return { ...plan, recipients: distinct([...responsible, ...former]) }
      }
    }
  }, notice.companyId)
}

const to = (address: string, relation: Relation): NoticeRecipient => ({ address, relation })

type EntryRow = {
  companyId: string
  id: string
  action: string
  actorType: string
  userId: string | null
  actorName: string
  changes: NoticeFacts['changes'] | null
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
  companyName: string
  companyEmail: string | null
  /** Where the company's alerts are sent. */
  contact: string | null
  timeZone: string
  actorEmail: string | null
  isStaff: boolean
  accountEmail: string | null
  accountFirstName: string | null
  accountLastName: string | null
  accountRole: Role | null
  resourceName: string | null
}

/** Removed accounts have no address, and no notice is about them. */
async function findEntry(tx: Tx, { companyId, id }: OpenNotice): Promise<EntryRow | undefined> {
  const { rows } = await tx.execute<EntryRow>(sql`
    select a.company_id as "companyId", a.id, a.action, a.actor_type as "actorType", a.user_id as "userId",
      a.actor_name as "actorName", a.changes, a.ip_address as "ipAddress", a.user_agent as "userAgent",
      a.created_at::text as "createdAt", c.name as "companyName", c.email as "companyEmail",
      coalesce(s.alert_email, c.email) as contact, coalesce(s.time_zone, 'UTC') as "timeZone",
      actor.email as "actorEmail", coalesce(actor.company_id <> c.id, false) as "isStaff",
      account.email as "accountEmail", account.first_name as "accountFirstName", account.last_name as "accountLastName",
      account.role as "accountRole", coalesce(channel.name, key.name) as "resourceName"
    from audit_log a
    join companies c on c.id = a.company_id
    left join company_settings s on s.company_id = a.company_id
    left join users actor on actor.id = a.user_id and actor.removed_at is null
    left join users account on account.id = case a.resource when 'user' then a.resource_id::uuid end and account.removed_at is null
    left join channels channel on channel.company_id = a.company_id
      and channel.id = case a.resource when 'channel' then a.resource_id::uuid end
    left join api_keys key on key.company_id = a.company_id
      and key.id = case a.resource when 'api_key' then a.resource_id::uuid end
    where a.company_id = ${companyId} and a.id = ${id}`)
  return rows[0]
}

const isByPerson = ({ actorType }: EntryRow) => actorType === 'user'

function actorKindOf(entry: EntryRow): NoticeFacts['actorKind'] {
  if (!isByPerson(entry)) return 'system'
  return entry.isStaff ? 'staff' : 'person'
}

function toFacts(entry: EntryRow): NoticeFacts {
  const { action, ipAddress, userAgent, actorName, companyName, timeZone, resourceName, accountRole: role } = entry
  const { accountEmail: email, accountFirstName: firstName, accountLastName: lastName } = entry
  return {
    action,
    at: new Date(entry.createdAt),
    ipAddress,
    userAgent,
    changes: entry.changes ?? { before: {}, after: {} },
    actorName,
    actorKind: actorKindOf(entry),
    companyName,
    timeZone,
    account: email && role ? { name: personName({ email, firstName, lastName }), email, role } : null,
    resourceName,
    exportedRows: 0,
  }
}

/** The company's admins, or else its contact. */
async function listResponsible(tx: Tx, entry: EntryRow, scope?: 'with actor'): Promise<NoticeRecipient[]> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from users where company_id = ${entry.companyId} and role = 'admin' and is_active order by id`)
  const admins = rows.map(({ email }) => to(email, 'admin'))
  const contact = entry.contact ? [to(entry.contact, 'contact')] : []
  const actor = scope && entry.actorEmail ? [to(entry.actorEmail, 'actor')] : []
  return distinct([...(admins.length > 0 ? admins : contact), ...actor])
}

/** The first relation of an address counts. */
function distinct(recipients: readonly NoticeRecipient[]): NoticeRecipient[] {
  const byAddress = new Map<string, NoticeRecipient>()
  for (const one of recipients) {
    const key = one.address.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, one)
  }
  return [...byAddress.values()]
}

/** Without an alert email, alerts went to the company's address until now. */
function formerAddressesOf(
  { vault }: PlatformContext,
  { companyId, id, formerAddresses }: OpenNotice,
  entry: EntryRow,
) {
  const stored =
    formerAddresses === ''
      ? []
      : JSON.parse(
          vault.decrypt(formerAddresses, encryptionContext('security_notices.former_addresses', { companyId, id })),
        )
  const replacesCompany = entry.companyEmail !== null && entry.changes?.before['alertEmail'] === null
  return [...z.array(z.string()).parse(stored), ...(replacesCompany ? [entry.companyEmail ?? ''] : [])]
}

/** A place that an account has not signed in from for this long is new. */
const knownPlaceDays = 90

/** Whether the account has signed in before, and from other places only. */
async function isNewPlace(tx: Tx, { companyId, id, userId, ipAddress, createdAt }: EntryRow): Promise<boolean> {
  if (ipAddress === null) return false
  const before = sql`from audit_log where company_id = ${companyId} and user_id = ${userId} and action = 'session.start'
    and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
  const { rows } = await tx.execute<{ addresses: string[] | null; hasSignedIn: boolean }>(sql`
    select exists (select ${before}) as "hasSignedIn", (
      select array_agg(distinct ip_address)
      ${before} and created_at > ${createdAt}::timestamptz - ${knownPlaceDays} * interval '1 day' and ip_address is not null
    ) as addresses`)
  const [{ addresses, hasSignedIn } = { addresses: null, hasSignedIn: false }] = rows
  const place = clientPlace(ipAddress)
  return hasSignedIn && !(addresses ?? []).some((address) => clientPlace(address) === place)
}

/** More rows than this within 24 hours are a mass export. */
export const massExportRows = 500

const exportActions = Object.entries(noticeActions).flatMap(([action, kind]) => (kind === 'export' ? [action] : []))

const day = 24 * 3_600_000

/** Rows that the person has exported within 24 hours; null if they are few, or if a notice about them was sent within a day. */
async function countNewlyExported(tx: Tx, entry: EntryRow, now: Date): Promise<number | null> {
  const { companyId, id, userId, createdAt } = entry
  const since = new Date(now.getTime() - day).toISOString()
  const { rows } = await tx.execute<{ exported: number; isKnown: boolean }>(sql`
    select (
      select coalesce(sum((changes -> 'after' ->> 'rows')::int), 0)::int from audit_log
      where company_id = ${companyId} and user_id = ${userId} and action = any(${sql.param(exportActions)})
        and (created_at, id) <= (${createdAt}::timestamptz, ${id}::uuid)
        and created_at > ${createdAt}::timestamptz - interval '24 hours'
    ) as exported, exists (
      select from security_notices n join audit_log a on a.company_id = n.company_id and a.id = n.id
      where n.company_id = ${companyId} and n.kind = 'export' and n.closed_at > ${since}::timestamptz and a.user_id = ${userId}
    ) as "isKnown"`)
  const [{ exported, isKnown } = { exported: 0, isKnown: true }] = rows
  return isKnown || exported <= massExportRows ? null : exported
}
