import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { collectMinutes, pauseMinutes, type AlertType } from '../alert-types.ts'
import { newAlerts } from './untold.ts'

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

/** Wished for, with somewhere to go, untold for a while, and not right after the last of its kind. */
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
