import { sql, type SQL } from 'drizzle-orm'
import type { AuditFilter, AuditRow } from '#contract/audit.ts'
import { mostCounted } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText, iso } from '#server/platform/db/rows.ts'
import { microsecondsOf, olderThan } from '#server/platform/paging.ts'

export type EntryRecord = AuditRow & { key: number }

type EntryQuery = { companyId: string; filter: AuditFilter; cursor: string | undefined; limit: number }

/** Newest first. */
export async function listEntries(tx: Tx, { companyId, filter, cursor, limit }: EntryQuery): Promise<EntryRecord[]> {
  const createdAt = sql`e.created_at`
  const follows = olderThan(cursor, createdAt, sql`e.id`) ?? sql`true`
  const { rows } = await tx.execute<EntryRecord>(sql`
    select e.id, e.created_at as at, e.actor_type as "actorType", e.actor_name as "actorName", e.user_id as "userId",
      e.action, e.resource, e.resource_id as "resourceId", e.changes, e.ip_address as "ipAddress",
      e.user_agent as "userAgent", e.request_id as "requestId", ${microsecondsOf(createdAt)} as key
    from audit_log e where ${matching(companyId, filter)} and ${follows}
    order by e.created_at desc, e.id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

/** To count a million takes longer than to show the newest of them, and nobody reads so far. */
export async function countEntries(tx: Tx, companyId: string, filter: AuditFilter): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from audit_log e where ${matching(companyId, filter)} limit ${mostCounted + 1}
    ) as counted`)
  return rows[0]?.total ?? 0
}

function matching(companyId: string, { resource, actorType, search, from, to }: AuditFilter): SQL {
  const conditions = [
    sql`e.company_id = ${companyId}`,
    ...(resource ? [sql`e.resource = ${resource}`] : []),
    ...(actorType ? [sql`e.actor_type = ${actorType}`] : []),
    ...(from ? [sql`e.created_at >= ${startOf(companyId, from)}`] : []),
    ...(to ? [sql`e.created_at < ${startOf(companyId, to, 1)}`] : []),
    containsText(search, sql`e.actor_name`, sql`e.action`, sql`e.resource_id`) ?? sql`true`,
  ]
  return sql.join(conditions, sql` and `)
}

/** When a day begins where the company is. */
const startOf = (companyId: string, day: string, plus = 0): SQL => sql`(
  select (${day}::date + ${plus}::int)::timestamp at time zone s.time_zone from company_settings s
  where s.company_id = ${companyId})`
