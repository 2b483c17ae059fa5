import { sql, type SQL } from 'drizzle-orm'
import type { FirstSteps } from '#contract/dashboard.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'

const readSteps = prepared<FirstSteps>(
  () => sql`
  select
    exists (
      select from amazon_integrations
      where company_id = ${companyParameter} and seller_id is not null and is_active and disconnected_at is null
    ) as "amazonConnected",
    ${hasAny(sql`channels`)} as "channelAdded",
    ${hasAny(sql`products`)} as "productsImported",
    ${hasAny(sql`orders`)} as "firstOrder"`,
)

/** Ordered, so that the key is looked in: of a plain `exists` PostgreSQL hopes to meet a row soon and reads everybody's. */
function hasAny(table: SQL): SQL {
  return sql`(select id from ${table} where company_id = ${companyParameter} order by id limit 1) is not null`
}

export async function readFirstSteps(tx: Tx, companyId: string): Promise<FirstSteps> {
  const [steps] = await readSteps(tx, { companyId })
  if (!steps) throw new Error('A select without a table has one row')
  return steps
}
