import { sql } from 'drizzle-orm'
import type { FirstSteps } from '#contract/dashboard.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function readFirstSteps(tx: Tx, companyId: string): Promise<FirstSteps> {
  const { rows } = await tx.execute<FirstSteps>(sql`
    select
      exists (
        select from amazon_integrations
        where company_id = ${companyId} and seller_id is not null and is_active and disconnected_at is null
      ) as "amazonConnected",
      exists (select from channels where company_id = ${companyId}) as "channelAdded",
      exists (select from products where company_id = ${companyId}) as "productsImported",
      exists (select from orders where company_id = ${companyId}) as "firstOrder"`)
  const [steps] = rows
  if (!steps) throw new Error('A select without a table has one row')
  return steps
}
