import { sql } from 'drizzle-orm'
import type { InventorySummary } from '#contract/inventory.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { activeLevels } from './levels.ts'
import { lowStockThreshold } from './threshold.ts'

const threshold = lowStockThreshold(companyParameter)

const readFigures = prepared<InventorySummary>(
  () => sql`
  select count(*)::int as "totalSkus",
    count(*) filter (where l.qty_free <= ${threshold})::int as "lowStock",
    count(*) filter (where l.qty_free = 0)::int as "outOfStock",
    coalesce(sum(l.qty_free), 0)::float8 as "totalUnits",
    ${threshold} as "lowStockThreshold"
  from ${activeLevels(companyParameter)}`,
)

export async function readSummary(tx: Tx, companyId: string): Promise<InventorySummary> {
  const [summary] = await readFigures(tx, { companyId })
  if (!summary) throw new Error('An aggregate without groups has one row')
  return summary
}
