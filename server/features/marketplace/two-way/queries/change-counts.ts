import { sql } from 'drizzle-orm'
import type { TwoWayRun } from '#contract/two-way.ts'
import type { Tx } from '#server/platform/db/client.ts'

export type ChangeCounts = Pick<TwoWayRun, 'toAmazon' | 'toLockstep' | 'conflicts' | 'rejected'>

/** What a run found to differ, and how much of it Amazon refused. */
export async function countChanges(tx: Tx, companyId: string, runId: string): Promise<ChangeCounts> {
  const { rows } = await tx.execute<ChangeCounts>(sql`
    select count(*) filter (where direction = 'to_amazon')::int as "toAmazon",
      count(*) filter (where direction = 'to_lockstep')::int as "toLockstep",
      count(*) filter (where is_conflict)::int as conflicts,
      count(*) filter (where outcome = 'rejected')::int as rejected
    from listing_changes where company_id = ${companyId} and run_id = ${runId}`)
  return rows[0] ?? { toAmazon: 0, toLockstep: 0, conflicts: 0, rejected: 0 }
}
