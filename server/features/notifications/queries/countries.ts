import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** Where these orders go, as two letters. */
export async function readCountries(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ orderId: string; country: string }>(sql`
    select o.id as "orderId", a.country from orders o
    join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])
      and a.country is not null`)
  return new Map(rows.map(({ orderId, country }) => [orderId, country]))
}
