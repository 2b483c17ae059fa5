import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { DifferenceCause } from '#contract/marketplace-values.ts'
import type { DriftReport, marketplaceApi, StockDifference } from '#contract/marketplace.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { levelOf } from '#server/features/inventory/levels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import type { CauseCounts } from './progress.ts'
import { noSuchRun } from './run-queries.ts'

export async function readDrift(ctx: CompanyContext): Promise<DriftReport | null> {
  return ctx.read((tx) => findLastDrift(tx, ctx.companyId))
}

/** The comparison of the company's last full read. Only differences with the cause `missed` are unexplained. */
async function findLastDrift(tx: Tx, companyId: string): Promise<DriftReport | null> {
  const { rows } = await tx.execute<DriftReport>(sql`
    select id as "runId", finished_at as "comparedAt", rows_read - rows_elsewhere as "skusCompared", differences,
      coalesce((result #>> '{causes,missed}')::int, 0) as unexplained
    from marketplace_sync_runs
    where company_id = ${companyId} and kind = 'inventory' and mode = 'full' and status = 'completed'
    order by started_at desc, id desc limit 1`)
  const [report] = rows
  return report ? { ...report, comparedAt: iso(report.comparedAt) } : null
}

export async function listDifferences(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof marketplaceApi.differences>,
): Promise<Page<StockDifference>> {
  return ctx.read((tx) => listDifferencePage(tx, { companyId: ctx.companyId, ...query }))
}

const BySku = z.tuple([z.string(), z.uuid()])

type DifferenceQuery = PageQuery & { companyId: string; runId: string; cause?: DifferenceCause | undefined }

type DifferenceRecord = Omit<StockDifference, 'here' | 'amazon'> & {
  hereAvailable: number | null
  hereReserved: number | null
  hereInbound: number | null
  amazonAvailable: number | null
  amazonReserved: number | null
  amazonInbound: number | null
}

async function listDifferencePage(
  tx: Tx,
  { companyId, runId, ...query }: DifferenceQuery,
): Promise<Page<StockDifference>> {
  await assertRunExists(tx, companyId, runId)
  const after = decodeCursor(query.cursor, BySku)
  const ofRun = sql`d.company_id = ${companyId} and d.run_id = ${runId}
    ${query.cause ? sql`and d.cause = ${query.cause}` : sql``}`
  // The first condition is redundant, but lets PostgreSQL start in the index; a row comparison across two tables does
  // not.
  const follows = after ? sql`and s.sku >= ${after[0]} and (s.sku, d.id) > (${after[0]}, ${after[1]}::uuid)` : sql``
  const found = await tx.execute<DifferenceRecord>(sql`
    select d.id, d.sku_id as "skuId", s.sku, coalesce(s.title, p.title) as title, d.cause,
      d.here_available as "hereAvailable", d.here_reserved as "hereReserved", d.here_inbound as "hereInbound",
      d.amazon_available as "amazonAvailable", d.amazon_reserved as "amazonReserved", d.amazon_inbound as "amazonInbound"
    from stock_differences d
    join skus s on s.company_id = d.company_id and s.id = d.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    where ${ofRun} ${follows}
    order by s.sku, d.id limit ${query.limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from stock_differences d where ${ofRun}`,
  )
  const page = toPage(found.rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.sku, row.id])
  return { ...page, rows: page.rows.map(toDifference) }
}

async function assertRunExists(tx: Tx, companyId: string, runId: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from marketplace_sync_runs where company_id = ${companyId} and id = ${runId}`,
  )
  if (rows.length === 0) throw noSuchRun()
}

const toDifference = (record: DifferenceRecord): StockDifference => ({
  id: record.id,
  skuId: record.skuId,
  sku: record.sku,
  title: record.title,
  cause: record.cause,
  here: toQuantities(record.hereAvailable, record.hereReserved, record.hereInbound),
  amazon: toQuantities(record.amazonAvailable, record.amazonReserved, record.amazonInbound),
})

const toQuantities = (available: number | null, reserved: number | null, inbound: number | null) =>
  available === null ? null : { qtyAvailable: available, qtyReserved: reserved ?? 0, qtyInbound: inbound ?? 0 }

/** Rows stored per cause and run. All differences are counted. */
const maxStoredPerCause = 1_000

/**
 * Why the numbers of a row of `staged_stock` differ. Amazon's delta reads do not report inbound units, so a difference there
 * was not missed.
 */
const causeOfDifference: SQL = sql`case
  when is_new or source is null then 'new_on_amazon'
  when source <> 'amazon' then 'typed_here'
  when "changedAt" > read_at or (here_available, here_reserved) = ("qtyAvailable", "qtyReserved") then 'changed_since'
  else 'missed' end`

/** Compares a full read with our stock before it is corrected. Returns the counts by cause, added to `before`. */
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
    select sku_id, ${causeOfDifference} as cause,
      case when source is not null then here_available end as here_available,
      case when source is not null then here_reserved end as here_reserved,
      case when source is not null then here_inbound end as here_inbound,
      "qtyAvailable" as amazon_available, "qtyReserved" as amazon_reserved, "qtyInbound" as amazon_inbound
    from staged_stock
    where not is_elsewhere and (source is null
      or (here_available, here_reserved, here_inbound) <> ("qtyAvailable", "qtyReserved", "qtyInbound"))`,
  )
}

/** Records SKUs that a full read did not contain; `skus` selects their ids. */
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
    stored as (
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
