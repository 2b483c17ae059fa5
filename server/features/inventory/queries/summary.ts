import { sql } from 'drizzle-orm'
import type { InventorySummary } from '#contract/inventory.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, planned } from '#server/platform/db/planned-once.ts'
import { activeLevels } from './levels.ts'
import { lowStockThreshold } from './threshold.ts'

const threshold = lowStockThreshold(ofCompany)

const readFigures = planned<InventorySummary>(
  () => sql`
  select count(*)::int as "totalSkus",
    count(*) filter (where l.qty_free <= ${threshold})::int as "lowStock",
    count(*) filter (where l.qty_free = 0)::int as "outOfStock",
    coalesce(sum(l.qty_free), 0)::float8 as "totalUnits",
    ${threshold} as "lowStockThreshold"
  from ${activeLevels(ofCompany)}`,
)

export async function readSummary(tx: Tx, companyId: string): Promise<InventorySummary> {
  const [summary] = await readFigures(tx, { companyId })
  if (!summary) throw new Error('An aggregate without groups has one row')
  return summary
}
