import { longestRetentionDays } from '#contract/settings-values.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

export type Retention = { companyId: string; retentionDays: number }

/** Deactivated companies too: their customers' data end as well. */
export async function listRetentions(tx: Tx): Promise<Retention[]> {
  const { rows } = await tx.execute<Retention>(sql`
    select c.id as "companyId", coalesce(s.retention_days, ${longestRetentionDays})::int as "retentionDays"
    from companies c left join company_settings s on s.company_id = c.id order by c.id`)
  return rows
}
