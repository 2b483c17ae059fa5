import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { AlertType, Alert } from '../alert-types.ts'
import { newAlerts } from './untold.ts'

/** Until the transaction ends, so that two who gather at once tell nothing twice. */
export async function lockAlerts(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('alerts ' || ${companyId}, 0))`)
}

/** The worst first. */
export async function listNewAlerts(tx: Tx, companyId: string, type: AlertType, now: Date): Promise<Alert[]> {
  const { rows } = await tx.execute<Alert>(sql`
    select subject_id as "subjectId", since::text, line from (${newAlerts[type](companyId, now)}) as troubles
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
    from json_to_recordset(${JSON.stringify(keys)}::json) as told("subjectId" uuid, since timestamptz)
    on conflict do nothing`)
}
