import { type SQL, sql } from 'drizzle-orm'
import type { SyncFrequency } from '#contract/settings-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { RequestedKind } from './run-queries.ts'

const intervals: Record<SyncFrequency, string> = {
  '15min': '15 minutes',
  '30min': '30 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
}

/** The given moment plus the company's sync interval. */
const nextDue = (companyId: string, now: Date): SQL => sql`(
  select ${now.toISOString()}::timestamptz + case sync_frequency ${sql.join(
    Object.entries(intervals).map(([frequency, interval]) => sql`when ${frequency} then ${interval}::interval`),
    sql` `,
  )} end
  from company_settings where company_id = ${companyId})`

type NewFrequency = { companyId: string; before: SyncFrequency; after: SyncFrequency; now: Date }

/** Moves due dates as if the new interval had applied since the last sync; dates in the past become now. */
export async function rescheduleSyncs(tx: Tx, { companyId, before, after, now }: NewFrequency): Promise<void> {
  await tx.execute(sql`
    update sync_schedules
    set due_at = greatest(due_at - ${intervals[before]}::interval + ${intervals[after]}::interval, ${now.toISOString()}),
      updated_at = now()
    where company_id = ${companyId}`)
}

type ScheduleKey = { companyId: string; accountId: string; kind: RequestedKind }

export async function scheduleNext(tx: Tx, { companyId, accountId, kind }: ScheduleKey, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into sync_schedules (company_id, integration_id, kind, due_at)
    values (${companyId}, ${accountId}, ${kind}, ${nextDue(companyId, now)})
    on conflict (company_id, integration_id, kind) do update set due_at = excluded.due_at, updated_at = now()`)
}

/** The first sync of a kind is due at once. */
export async function scheduleFirst(tx: Tx, { companyId, accountId, kind }: ScheduleKey, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into sync_schedules (company_id, integration_id, kind, due_at)
    values (${companyId}, ${accountId}, ${kind}, ${now.toISOString()})
    on conflict (company_id, integration_id, kind) do nothing`)
}

/** Active companies with automatic sync that have something due, longest overdue first. */
export async function findCompaniesDue(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.company_id as id from sync_schedules s
    join companies c on c.id = s.company_id and c.is_active
    join company_settings settings on settings.company_id = s.company_id and settings.automatic_sync
    where s.due_at <= ${now.toISOString()}
    group by s.company_id order by min(s.due_at) limit ${limit}`)
  return rows.map(({ id }) => id)
}

type DueSync = { accountId: string; kind: RequestedKind }

/**
 * Claims due schedules by moving them to their next date; a concurrent claim waits and then finds nothing due. A
 * two-way sync waits for a running inventory sync, which determines which SKUs Amazon stocks.
 */
export async function claimDueSyncs(tx: Tx, companyId: string, now: Date): Promise<DueSync[]> {
  const { rows } = await tx.execute<DueSync>(sql`
    update sync_schedules s set due_at = ${nextDue(companyId, now)}, updated_at = now()
    where s.company_id = ${companyId} and s.due_at <= ${now.toISOString()} and (s.kind = 'inventory' or not exists (
      select from marketplace_sync_runs r
      where r.company_id = ${companyId} and r.integration_id = s.integration_id and r.kind = 'inventory'
        and r.status = 'running'
    ))
    returning s.integration_id as "accountId", s.kind`)
  return rows
}

type SyncStateKey = { companyId: string; accountId: string; marketplaceId: string; kind: RequestedKind }

/** The start of the last completed read of the marketplace; null before the first one. */
export async function findReadUntil(
  tx: Tx,
  { companyId, accountId, marketplaceId, kind }: SyncStateKey,
): Promise<Date | null> {
  const { rows } = await tx.execute<{ readUntil: string | null }>(sql`
    select read_until as "readUntil" from marketplace_sync_state
    where company_id = ${companyId} and integration_id = ${accountId} and marketplace_id = ${marketplaceId}
      and kind = ${kind}`)
  const readUntil = rows[0]?.readUntil
  return readUntil ? new Date(readUntil) : null
}

/** Changes made before the read began are known from now on. */
export async function upsertReadUntil(tx: Tx, place: SyncStateKey, beganAt: Date, isFull: boolean): Promise<void> {
  const began = sql`${beganAt.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into marketplace_sync_state (company_id, integration_id, marketplace_id, kind, read_until, last_full_read_at)
    values (${place.companyId}, ${place.accountId}, ${place.marketplaceId}, ${place.kind}, ${began},
      ${isFull ? began : sql`null`})
    on conflict (company_id, integration_id, marketplace_id, kind) do update set read_until = excluded.read_until,
      last_full_read_at = coalesce(excluded.last_full_read_at, marketplace_sync_state.last_full_read_at), updated_at = now()`)
}

type AccountSyncKey = Omit<SyncStateKey, 'marketplaceId'>

/** Whether any marketplace of the account was last read in full before `moment`, or never. */
export async function isFullReadDue(
  tx: Tx,
  { companyId, accountId, kind }: AccountSyncKey,
  moment: Date,
): Promise<boolean> {
  const { rows } = await tx.execute<{ isDue: boolean }>(sql`
    select exists (
      select from amazon_integrations a
      cross join lateral unnest(a.marketplace_ids) as sells_at(marketplace_id)
      left join marketplace_sync_state t on t.company_id = a.company_id and t.integration_id = a.id
        and t.marketplace_id = sells_at.marketplace_id and t.kind = ${kind}
      where a.company_id = ${companyId} and a.id = ${accountId}
        and coalesce(t.last_full_read_at, '-infinity') < ${moment.toISOString()}::timestamptz
    ) as "isDue"`)
  return rows[0]?.isDue ?? true
}

const fullReadIntervalMilliseconds = 24 * 3_600_000

/** Marketplaces whose last full read is older than this need another one (24 hours). */
export const fullReadDueBefore = (now: Date) => new Date(now.getTime() - fullReadIntervalMilliseconds)

const overlapMilliseconds = 5 * 60_000

/** Delta reads overlap the last read by five minutes: changes made shortly before it may not have been visible yet. */
export const startOfDeltaRead = (readUntil: Date) => new Date(readUntil.getTime() - overlapMilliseconds)
