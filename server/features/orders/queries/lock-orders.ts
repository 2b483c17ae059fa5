import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** In the order of their ids, so that two who lock several wait for each other. */
export async function lockOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx.execute(sql`
    select from orders where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
    order by id for no key update`)
}
