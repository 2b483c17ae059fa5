import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** Whether each of these is an order of the company. */
export async function areAllOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ found: number }>(sql`
    select count(*)::int as found from orders
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])`)
  return rows[0]?.found === orderIds.length
}
