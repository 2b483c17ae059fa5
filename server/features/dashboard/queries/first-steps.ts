import { sql } from 'drizzle-orm'
import type { FirstSteps } from '#contract/dashboard.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, planned } from '#server/platform/db/planned-once.ts'

const askForSteps = planned<FirstSteps>(
  () => sql`
  select
    exists (
      select from amazon_integrations
      where company_id = ${ofCompany} and seller_id is not null and is_active and disconnected_at is null
    ) as "amazonConnected",
    exists (select from channels where company_id = ${ofCompany}) as "channelAdded",
    exists (select from products where company_id = ${ofCompany}) as "productsImported",
    exists (select from orders where company_id = ${ofCompany}) as "firstOrder"`,
)

export async function readFirstSteps(tx: Tx, companyId: string): Promise<FirstSteps> {
  const [steps] = await askForSteps(tx, { companyId })
  if (!steps) throw new Error('A select without a table has one row')
  return steps
}
