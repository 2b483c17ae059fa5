import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** `share` keeps rows as they are, `update` is for changing them. */
type Strength = 'share' | 'update'

/** `ids` is a select of them. Everybody locks products before SKUs, and each in the order of their ids. */
export async function lockRows(
  tx: Tx,
  companyId: string,
  table: 'products' | 'skus',
  ids: SQL,
  strength: Strength = 'update',
): Promise<void> {
  await tx.execute(sql`
    select count(*) from (${ids} order by 1) as wanted(id)
    cross join lateral (
      select from ${sql.identifier(table)} t
      where t.company_id = ${companyAtRunTime(companyId)} and t.id = wanted.id offset 0 for ${sql.raw(strength)}
    ) as locked`)
}
