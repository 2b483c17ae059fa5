import { sql, type SQL } from 'drizzle-orm'
import type { AuditFilter, AuditRow, ProviderVisit } from '#contract/audit.ts'
import { mostCounted } from '#contract/paging.ts'
import { shownActorName } from '#server/features/auth/accounts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { containsText, iso } from '#server/platform/db/rows.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { microsecondsOf, olderThan } from '#server/platform/paging.ts'

type EntryRecord = AuditRow & { key: number }

type EntryQuery = { companyId: string; filter: AuditFilter; cursor: string | undefined; limit: number }

/** Newest first. */
export async function listEntries(tx: Tx, { companyId, filter, cursor, limit }: EntryQuery): Promise<EntryRecord[]> {
  const createdAt = sql`e.created_at`
  const follows = olderThan(cursor, createdAt, sql`e.id`) ?? sql`true`
  const { rows } = await tx.execute<EntryRecord>(sql`
    select e.id, e.created_at as at, e.actor_type as "actorType", ${shownActorName('e')} as "actorName", e.user_id as "userId",
      e.action, e.resource, e.resource_id as "resourceId", ${subjectOf(companyId)} as subject, e.changes, e.ip_address as "ipAddress",
      e.user_agent as "userAgent", e.request_id as "requestId", ${microsecondsOf(createdAt)} as key
    from audit_log e where ${matching(companyId, filter)} and ${follows}
    order by e.created_at desc, e.id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

/** Ids of some resources are no UUIDs, so only those that look like one are looked up. */
function subjectOf(companyId: string): SQL {
  const named = (table: SQL, name: SQL) =>
    sql`(select ${name} from ${table} r where r.company_id = ${companyId} and r.id = e.resource_id::uuid)`
  const attendedOrder = sql`(select ${numbersOf(sql`o`)} from orders o where o.company_id = ${companyId} and o.id = r.order_id)`
  return sql`case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then case e.resource
    when 'order' then ${named(sql`orders`, numbersOf(sql`r`))}
    when 'attention' then ${named(sql`attention_items`, attendedOrder)}
    when 'sku' then ${named(sql`skus`, sql`r.sku`)}
    when 'stock' then ${named(sql`skus`, sql`r.sku`)}
    when 'product' then ${named(sql`products`, sql`r.title`)}
    when 'channel' then ${named(sql`channels`, sql`r.name`)}
    when 'promotion' then ${named(sql`promotions`, sql`r.title`)}
  end end`
}

/** Our number of an order, and the one by which the shop and its customer know it. */
const numbersOf = (order: SQL): SQL =>
  sql`${order}.order_number || ${' · '} || coalesce(${order}.external_number, ${order}.external_order_id)`

/** Counts up to a limit, since counting millions takes long and nobody pages so far. */
export async function countEntries(tx: Tx, companyId: string, filter: AuditFilter): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from audit_log e where ${matching(companyId, filter)} limit ${mostCounted + 1}
    ) as counted`)
  return rows[0]?.total ?? 0
}

type VisitRecord = ProviderVisit & { key: number }

/** Each time provider staff switched to the company, newest first. */
export async function listVisits(
  tx: Tx,
  { companyId, cursor, limit }: Omit<EntryQuery, 'filter'>,
): Promise<{ visits: VisitRecord[]; total: number }> {
  const createdAt = sql`e.created_at`
  const isVisit = sql`e.company_id = ${companyId} and e.resource = 'company' and e.resource_id = ${companyId}
    and e.action = 'session.switch-company'`
  const { rows } = await tx.execute<VisitRecord & { total: number }>(sql`
    select e.id, e.created_at as at, ${shownActorName('e')} as name, e.ip_address as "ipAddress",
      ${microsecondsOf(createdAt)} as key, (select count(*)::int from audit_log e where ${isVisit}) as total
    from audit_log e where ${isVisit} and ${olderThan(cursor, createdAt, sql`e.id`) ?? sql`true`}
    order by e.created_at desc, e.id desc limit ${limit}`)
  return { visits: rows.map(({ total: _total, ...row }) => ({ ...row, at: iso(row.at) })), total: rows[0]?.total ?? 0 }
}

function matching(companyId: string, { resource, actorType, search, from, to }: AuditFilter): SQL {
  const conditions = [
    sql`e.company_id = ${companyId}`,
    ...(resource ? [sql`e.resource = ${resource}`] : []),
    ...(actorType ? [sql`e.actor_type = ${actorType}`] : []),
    ...(from ? [sql`e.created_at >= ${startOf(companyId, from)}`] : []),
    ...(to ? [sql`e.created_at < ${startOf(companyId, to, 1)}`] : []),
    containsText(search, shownActorName('e'), sql`e.action`, sql`e.resource_id`) ?? sql`true`,
  ]
  return sql.join(conditions, sql` and `)
}

/** The start of a day in the company's time zone. */
const startOf = (companyId: string, day: string, plus = 0): SQL => sql`(
  select (${day}::date + ${plus}::int)::timestamp at time zone s.time_zone from company_settings s
  where s.company_id = ${companyId})`

/** A position in the hash chain (`audit_chain`). */
export type ChainPlace = { seq: number; hash: string }

/** The position after which verification starts, with its entry. */
export type ChainStart = ChainPlace & { entryId: string }

export const beforeFirst: ChainStart = { seq: 0, hash: '', entryId: '00000000-0000-0000-0000-000000000000' }

export async function findHead(tx: Tx, companyId: string): Promise<ChainPlace | null> {
  const { rows } = await tx.execute<ChainPlace>(sql`
    select seq::float8 as seq, hash from audit_chain where company_id = ${companyId} order by seq desc limit 1`)
  return rows[0] ?? null
}

/** The position `distance` before the head; null if the chain is shorter. */
export async function findPlaceBehind(tx: Tx, companyId: string, distance: number): Promise<ChainStart | null> {
  const { rows } = await tx.execute<ChainStart>(sql`
    select seq::float8 as seq, hash, entry_id as "entryId" from audit_chain where company_id = ${companyId}
      and seq <= (select max(seq) from audit_chain where company_id = ${companyId}) - ${distance}
    order by seq desc limit 1`)
  return rows[0] ?? null
}

export async function findHash(tx: Tx, companyId: string, seq: number): Promise<string | null> {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select hash from audit_chain where company_id = ${companyId} and seq = ${seq}`,
  )
  return rows[0]?.hash ?? null
}

/** A broken position; `gap` positions before it are missing. */
export type ChainDefect = { seq: number; entryId: string; gap: number; isMissing: boolean; isChanged: boolean }

type CheckedPlaces = { last: ChainPlace | null; defects: ChainDefect[] }

/**
 * Checks the positions after `after` up to `until`: each must follow its predecessor and be the hash of its entry's
 * current content. After a gap the former hash is unknown, so the entry there cannot be checked.
 */
export async function checkPlaces(
  tx: Tx,
  { companyId, after, until, limit }: { companyId: string; after: ChainPlace; until: number; limit: number },
): Promise<CheckedPlaces> {
  const { rows } = await tx.execute<{ seq: number | null; hash: string; defects: ChainDefect[] }>(sql`
    with places as (
      select seq, entry_id, hash, lag(seq, 1, ${after.seq}::bigint) over (order by seq) as seq_before,
        lag(hash, 1, ${after.hash}) over (order by seq) as hash_before
      from audit_chain where company_id = ${companyAtRunTime(companyId)} and seq > ${after.seq} and seq <= ${until} order by seq limit ${limit}
    ),
    checked as (
      select p.seq, p.hash, p.entry_id, p.seq - p.seq_before - 1 as gap, e.id is null as is_missing,
        e.id is not null and p.seq = p.seq_before + 1 and p.hash <> audit_entry_hash(p.hash_before, e) as is_changed
      from places p left join lateral (
        select a.* from audit_log a where a.company_id = ${companyAtRunTime(companyId)} and a.id = p.entry_id offset 0
      ) as e on true
    )
    select max(seq)::float8 as seq, (array_agg(hash order by seq desc))[1] as hash, coalesce(json_agg(
      json_build_object('seq', seq, 'entryId', entry_id, 'gap', gap, 'isMissing', is_missing, 'isChanged', is_changed)
      order by seq) filter (where gap > 0 or is_missing or is_changed), '[]') as defects
    from checked`)
  const [found] = rows
  if (!found || found.seq === null) return { last: null, defects: [] }
  return { last: { seq: found.seq, hash: found.hash }, defects: found.defects }
}

type CheckedEntries = { last: string | null; count: number; unchained: string[] }

/** Entries after `after` that are not in the chain. */
export async function checkEntries(
  tx: Tx,
  { companyId, after, limit }: { companyId: string; after: string; limit: number },
): Promise<CheckedEntries> {
  const { rows } = await tx.execute<CheckedEntries>(sql`
    with entries as (
      select id from audit_log where company_id = ${companyAtRunTime(companyId)} and id > ${after}::uuid order by id limit ${limit}
    ),
    checked as (
      select e.id, c.entry_id is not null as is_chained from entries e left join lateral (
        select c.entry_id from audit_chain c
        where c.company_id = ${companyAtRunTime(companyId)} and c.entry_id = e.id offset 0
      ) as c on true
    )
    select (array_agg(id order by id desc))[1] as last, count(*)::int as count,
      coalesce(array_agg(id order by id) filter (where not is_chained), '{}') as unchained
    from checked`)
  return rows[0] ?? { last: null, count: 0, unchained: [] }
}

export async function listCompanyIds(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: companies.id }).from(companies).orderBy(companies.id)
  return rows.map(({ id }) => id)
}
