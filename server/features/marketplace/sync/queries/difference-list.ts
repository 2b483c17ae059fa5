import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { StockDifference } from '#contract/marketplace.ts'
import type { DifferenceCause } from '#contract/marketplace-values.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { noSuchRun } from './runs.ts'

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

export async function listDifferencePage(
  tx: Tx,
  { companyId, runId, ...query }: DifferenceQuery,
): Promise<Page<StockDifference>> {
  await assertRunExists(tx, companyId, runId)
  const after = decodeCursor(query.cursor, BySku)
  const ofRun = sql`d.company_id = ${companyId} and d.run_id = ${runId}
    ${query.cause ? sql`and d.cause = ${query.cause}` : sql``}`
  // Told twice where to begin: of two tables compared at once, PostgreSQL would read the first from its start.
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
