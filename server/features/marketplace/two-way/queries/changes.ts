import { sql } from 'drizzle-orm'
import type { ChangeOutcome } from '#contract/marketplace-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { FieldChange } from '../plan/plan-side.ts'

/** Lists are newest first: the moments, a microsecond apart, keep the changes of a SKU together and in their order. */
export async function insertChanges(
  tx: Tx,
  companyId: string,
  runId: string,
  changes: readonly FieldChange[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    insert into listing_changes
      (company_id, id, run_id, sku_id, marketplace_id, field, direction, ours, amazon, is_conflict, created_at)
    select ${companyId}::uuid, new_id(), ${runId}::uuid, sku_id, marketplace_id, field, direction, ours, amazon,
      is_conflict, now() - place * interval '1 microsecond'
    from rows from (json_to_recordset(${JSON.stringify(changes)}::json) as ("skuId" uuid, "marketplaceId" text,
      field text, direction text, ours text, amazon text, "isConflict" boolean)) with ordinality
      as c(sku_id, marketplace_id, field, direction, ours, amazon, is_conflict, place)`)
}

/** A change that waits to be made. */
export type OpenChange = FieldChange & { id: string }

type OpenChangesQuery = { companyId: string; runId: string; direction: FieldChange['direction']; limit: number }

/** What is planned and not yet done, SKU by SKU in the order of their ids. */
export async function listOpenChanges(
  tx: Tx,
  { companyId, runId, direction, limit }: OpenChangesQuery,
): Promise<OpenChange[]> {
  const { rows } = await tx.execute<OpenChange>(sql`
    select id, sku_id as "skuId", marketplace_id as "marketplaceId", field, direction, ours, amazon,
      is_conflict as "isConflict"
    from listing_changes
    where company_id = ${companyId} and run_id = ${runId} and direction = ${direction} and outcome = 'planned'
    order by sku_id, field limit ${limit}`)
  return rows
}

export type ChangeEnding = { id: string; outcome: Exclude<ChangeOutcome, 'planned'>; reason?: string | null }

export async function recordChangeOutcomes(tx: Tx, companyId: string, endings: readonly ChangeEnding[]): Promise<void> {
  if (endings.length === 0) return
  await tx.execute(sql`
    update listing_changes c set outcome = ending.outcome, reason = ending.reason
    from json_to_recordset(${JSON.stringify(endings)}::json) as ending(id uuid, outcome text, reason text)
    where c.company_id = ${companyId} and c.id = ending.id`)
}
