import { sql, type SQL } from 'drizzle-orm'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import type { AlertType } from '../alert-types.ts'

/** Older failures are history. A job waits three days at most before it is given up. */
const failedHours = 24
const queuedDays = 5

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

const titles = JSON.stringify(Object.entries(catalog).map(([name, { title }]) => ({ name, title })))

const isNew = (companyId: string, type: AlertType, subject: SQL, since: SQL) => sql`
  not exists (
    select from alerts_told told where told.company_id = ${companyAtRunTime(companyId)} and told.type = ${type}
      and told.subject_id = ${subject} and told.since = ${since}
  )`

/** What nobody has been told of, with a line about each. What has recovered since is not told any more. */
export const newAlerts: Record<AlertType, (companyId: string, now: Date) => SQL> = {
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
