import { formatMessage } from '#contract/i18n.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import type { HasDueRows } from '#server/platform/jobs/table-workers.ts'

/** Types of alert digests. */
export type AlertType = 'stock_alert' | 'job_failed'

/** One line of a digest. `since` is a string with microseconds, as PostgreSQL formats it. */
export type Alert = { subjectId: string; since: string; line: string }

/** How long to collect alerts before a digest is sent, and the pause between two digests. */
const collectMinutes = 5

const pauseMinutes = 60

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

/**
 * Alert types that are enabled, have an address, have had new alerts for five minutes, and no digest within the last
 * hour.
 */
export async function listDueAlerts(tx: Tx, companyId: string, now: Date): Promise<AlertType[]> {
  const isDue = (type: AlertType) => sql`
    not exists (
      select from notifications n where n.company_id = ${companyId}
        and n.created_at > ${minutesBefore(now, pauseMinutes)}::timestamptz
        and n.audience = 'owner' and n.type = ${type} and n.event_key like 'digest:%'
    ) and exists (
      select from (${newAlerts[type](companyId, now)}) as t
      where t.since <= ${minutesBefore(now, collectMinutes)}::timestamptz
    )`
  const { rows } = await tx.execute<{ stock: boolean; jobs: boolean }>(sql`
    select s.low_stock_alerts and ${isDue('stock_alert')} as stock, s.failed_job_alerts and ${isDue('job_failed')} as jobs
    from company_settings s join companies c on c.id = s.company_id
    where s.company_id = ${companyId} and coalesce(s.alert_email, c.email) is not null`)
  const [due] = rows
  return [...(due?.stock ? ['stock_alert' as const] : []), ...(due?.jobs ? ['job_failed' as const] : [])]
}

/** Advisory lock, so that two processes do not both send a digest. */
export async function lockAlerts(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('alerts ' || ${companyId}, 0))`)
}

/** Most severe first. */
export async function listNewAlerts(tx: Tx, companyId: string, type: AlertType, now: Date): Promise<Alert[]> {
  const { rows } = await tx.execute<Alert>(sql`
    select subject_id as "subjectId", since::text, line from (${newAlerts[type](companyId, now)}) as alerts
    order by rank, since, subject_id`)
  return rows
}

type AlertedItems = { companyId: string; type: AlertType; notificationId: string; alerts: readonly Alert[]; at: Date }

export async function recordAlerted(
  tx: Tx,
  { companyId, type, notificationId, alerts, at }: AlertedItems,
): Promise<void> {
  const keys = alerts.map(({ subjectId, since }) => ({ subjectId, since }))
  await tx.execute(sql`
    insert into alerts_told (company_id, type, subject_id, since, notification_id, created_at)
    select ${companyId}, ${type}, "subjectId", since, ${notificationId}, ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(keys)}::json) as alerted("subjectId" uuid, since timestamptz)
    on conflict do nothing`)
}

/** Older failures are not reported. A job is retried for three days at most before it fails. */
const failedHours = 24

const queuedDays = 5

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

const titles = JSON.stringify(
  Object.entries(catalog).map(([name, { title }]) => ({ name, title: formatMessage(title) })),
)

const isNew = (companyId: string, type: AlertType, subject: SQL, since: SQL) => sql`
  not exists (
    select from alerts_told sent where sent.company_id = ${companyAtRunTime(companyId)} and sent.type = ${type}
      and sent.subject_id = ${subject} and sent.since = ${since}
  )`

/** SQL: alerts that have not been sent, with a line of text each. Alerts that have recovered are left out. */
const newAlerts: Record<AlertType, (companyId: string, now: Date) => SQL> = {
  stock_alert: (companyId) => sql`
    select l.sku_id as subject_id, l.low_since as since, concat_ws(' ', s.sku, coalesce(s.title, p.title)) || ': '
      || case when l.qty_free > 0 then l.qty_free || ' left' else 'none left' end as line, l.qty_free as rank
    from stock_levels l
    join skus s on s.company_id = l.company_id and s.id = l.sku_id and s.is_active
    join products p on p.company_id = s.company_id and p.id = s.product_id
    where l.company_id = ${companyAtRunTime(companyId)} and l.low_since is not null
      and l.qty_free <= (select low_stock_threshold from company_settings where company_id = ${companyId})
      and ${isNew(companyId, 'stock_alert', sql`l.sku_id`, sql`l.low_since`)}`,
  job_failed: (companyId, now) => sql`
    select j.id as subject_id, j.completed_at as since,
      concat_ws(': ', coalesce(named.title, j.name), nullif(left(j.error, 200), '')) as line, 0 as rank
    from background_jobs j left join json_to_recordset(${titles}::json) as named(name text, title text) on named.name = j.name
    where j.status = 'failed' and j.completed_at > ${hoursBefore(now, failedHours)}::timestamptz
      and j.created_at > ${hoursBefore(now, queuedDays * 24)}::timestamptz
      and ${isNew(companyId, 'job_failed', sql`j.id`, sql`j.completed_at`)}`,
}

export const hasDueAlerts: HasDueRows = async (tx, companyId, now) =>
  (await listDueAlerts(tx, companyId, now)).length > 0
