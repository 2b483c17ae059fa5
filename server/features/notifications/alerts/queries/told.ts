import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { AlertType, Trouble } from '../alert-types.ts'
import { untold } from './untold.ts'

/** Until the transaction ends, so that two who gather at once tell nothing twice. */
export async function lockAlerts(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('alerts ' || ${companyId}, 0))`)
}

/** The worst first. */
export async function listUntold(tx: Tx, companyId: string, type: AlertType, now: Date): Promise<Trouble[]> {
  const { rows } = await tx.execute<Trouble>(sql`
    select subject_id as "subjectId", since::text, line from (${untold[type](companyId, now)}) as troubles
    order by rank, since, subject_id`)
  return rows
}

type Told = { companyId: string; type: AlertType; notificationId: string; troubles: readonly Trouble[]; at: Date }

export async function markTold(tx: Tx, { companyId, type, notificationId, troubles, at }: Told): Promise<void> {
  const keys = troubles.map(({ subjectId, since }) => ({ subjectId, since }))
  await tx.execute(sql`
    insert into alerts_told (company_id, type, subject_id, since, notification_id, created_at)
    select ${companyId}, ${type}, "subjectId", since, ${notificationId}, ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(keys)}::json) as told("subjectId" uuid, since timestamptz)
    on conflict do nothing`)
}
