import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** The last of the next so many active SKUs, in the order of their ids; null when there are no more. */
export async function findLastSkuOfBatch(
  tx: Tx,
  companyId: string,
  after: string | null,
  count: number,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (
      select id from skus
      where company_id = ${companyId} and is_active ${after === null ? sql`` : sql`and id > ${after}`}
      order by id limit ${count}
    ) as next
    order by id desc limit 1`)
  return rows[0]?.id ?? null
}
