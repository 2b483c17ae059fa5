import { sql, type SQL } from 'drizzle-orm'
import type { DifferenceCause } from '#contract/marketplace-values.ts'
import { levelOf } from '#server/features/inventory/queries/levels.ts'
import type { Tx } from '#server/platform/db/client.ts'

export type CauseCounts = Partial<Record<DifferenceCause, number>>

/** How many differences of one cause a run keeps; all of them are counted. */
const maxStoredPerCause = 1_000

/** Why the numbers of a row of `sighted` differ. Amazon's deltas don't tell of what is inbound, so that is no slip. */
const causeOfSighted: SQL = sql`case
  when is_new or source is null then 'new_on_amazon'
  when source <> 'amazon' then 'typed_here'
  when "changedAt" > read_at or (here_available, here_reserved) = ("qtyAvailable", "qtyReserved") then 'changed_since'
  else 'missed' end`

/** Compares what a full read says with what is here, before it is put right. Answers how many differ, by cause. */
export async function recordDifferences(
  tx: Tx,
  companyId: string,
  runId: string,
  before: CauseCounts,
): Promise<CauseCounts> {
  return insertDifferences(
    tx,
    { companyId, runId, before },
    sql`
    select sku_id, ${causeOfSighted} as cause,
      case when source is not null then here_available end as here_available,
      case when source is not null then here_reserved end as here_reserved,
      case when source is not null then here_inbound end as here_inbound,
      "qtyAvailable" as amazon_available, "qtyReserved" as amazon_reserved, "qtyInbound" as amazon_inbound
    from sighted
    where not is_elsewhere and (source is null
      or (here_available, here_reserved, here_inbound) <> ("qtyAvailable", "qtyReserved", "qtyInbound"))`,
  )
}

/** The SKUs that a full read lacks; `skus` is a select of their ids. */
export async function recordMissing(
  tx: Tx,
  { companyId, runId, before, skus }: { companyId: string; runId: string; before: CauseCounts; skus: SQL },
): Promise<CauseCounts> {
  return insertDifferences(
    tx,
    { companyId, runId, before },
    sql`
    select l.sku_id, 'missing_on_amazon' as cause, l.qty_available as here_available, l.qty_reserved as here_reserved,
      l.qty_inbound as here_inbound, null::int as amazon_available, null::int as amazon_reserved, null::int as amazon_inbound
    from (${skus}) as vanished(sku_id) cross join lateral (${levelOf(companyId, sql`vanished.sku_id`)}) as l`,
  )
}

async function insertDifferences(
  tx: Tx,
  { companyId, runId, before }: { companyId: string; runId: string; before: CauseCounts },
  differing: SQL,
): Promise<CauseCounts> {
  const { rows } = await tx.execute<{ cause: DifferenceCause; count: number }>(sql`
    with differing as materialized (
      select *, row_number() over (partition by cause) + coalesce((${JSON.stringify(before)}::jsonb ->> cause)::int, 0) as place
      from (${differing}) as found
    ),
    kept as (
      insert into stock_differences (company_id, id, run_id, sku_id, cause, here_available, here_reserved, here_inbound,
        amazon_available, amazon_reserved, amazon_inbound)
      select ${companyId}::uuid, new_id(), ${runId}::uuid, sku_id, cause, here_available, here_reserved, here_inbound,
        amazon_available, amazon_reserved, amazon_inbound
      from differing where place <= ${maxStoredPerCause}
    )
    select cause, count(*)::int as count from differing group by cause`)
  const causes = { ...before }
  for (const { cause, count } of rows) causes[cause] = (causes[cause] ?? 0) + count
  return causes
}

export const totalDifferences = (causes: CauseCounts) => Object.values(causes).reduce((sum, count) => sum + count, 0)
