import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** Orders `o` that are due to go to Amazon by themselves; those of a channel that is off wait until it is on again. */
const isDueOrder = (companyId: string, now: Date) => sql`
  o.company_id = ${companyAtRunTime(companyId)} and o.fulfill_after <= ${now.toISOString()}::timestamptz
  and exists (select from channels c where c.company_id = o.company_id and c.id = o.channel_id and c.is_active)`

/** The longest due first. */
export async function listDueOrders(tx: Tx, companyId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select o.id from orders o where ${isDueOrder(companyId, now)} order by o.fulfill_after, o.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export async function isOrderDue(tx: Tx, companyId: string, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from orders o where ${isDueOrder(companyId, now)} and o.id = ${orderId}`)
  return rows.length > 0
}

/** For whoever has locked them. */
export async function postponeOrders(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
  until: Date,
): Promise<void> {
  await tx.execute(sql`
    update orders set fulfill_after = ${until.toISOString()}::timestamptz
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
      and fulfill_after < ${until.toISOString()}::timestamptz`)
}
