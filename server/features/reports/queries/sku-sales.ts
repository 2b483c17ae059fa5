import { sql, type SQL } from 'drizzle-orm'
import { mostReportRows } from '#contract/reports.ts'
import { activeLevels, levelOf } from '#server/features/inventory/queries/levels.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { wholeSteps, type Span } from '../period.ts'
import { isCounted, ordersPlaced } from './sales.ts'

export type SkuRecord = {
  skuId: string
  sku: string
  title: string
  qtyAvailable: number
  qtyReserved: number
  qtyInbound: number
  unitsSold: number
}

/** The active SKUs of which most was sold, and of equals those of which least is left. */
export async function listBestSellers(tx: Tx, companyId: string, span: Span): Promise<SkuRecord[]> {
  const asked = sql`select l.sku_id, l.qty_free from ${activeLevels(companyId)}`
  const { rows } = await tx.execute<SkuRecord>(sql`
    with page as (${unitsSold(companyId, span, asked)} order by units desc, rank, sku_id limit ${mostReportRows})
    ${skusOf(companyId)} order by page.units desc, page.rank, page.sku_id`)
  return rows
}

type Place = { after: string | undefined; limit: number }

/** The active SKUs after one, in the order of their codes. */
export async function listSkuSales(
  tx: Tx,
  companyId: string,
  span: Span,
  { after, limit }: Place,
): Promise<SkuRecord[]> {
  const follows = after === undefined ? sql`` : sql`and s.sku > ${after}`
  const asked = sql`
    select s.id, 0 from skus s where s.company_id = ${companyId} and s.is_active ${follows} order by s.sku limit ${limit}`
  const { rows } = await tx.execute<SkuRecord>(sql`
    with page as (${unitsSold(companyId, span, asked)}) ${skusOf(companyId)} order by s.sku`)
  return rows
}

/** The SKUs of `page`, each looked up by its key. */
const skusOf = (companyId: string): SQL => sql`
  select s.id as "skuId", s.sku, coalesce(s.title, p.title) as title, l.qty_free as "qtyAvailable",
    l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound", page.units as "unitsSold"
  from page
  join skus s on s.company_id = ${companyAtRunTime(companyId)} and s.id = page.sku_id
  join products p on p.company_id = s.company_id and p.id = s.product_id
  cross join lateral (${levelOf(companyId, sql`page.sku_id`)}) as l`

const utcDayMs = 86_400_000

/**
 * Of each SKU that is asked for, with its rank: the days in UTC that lie inside the span, and the lines of orders at its
 * ends. What was sold and who is asked for are grouped in one heap: of a company that PostgreSQL has no statistics of, it
 * would join them one by one.
 */
function unitsSold(companyId: string, span: Span, asked: SQL): SQL {
  const { whole, ends } = wholeSteps(span, utcDayMs)
  const parts = [
    ...(whole ? [wholeDaysIn(companyId, whole)] : []),
    ...ends.map((end) => linesIn(companyId, end)),
    sql`select sku_id, 0, rank from (${asked}) as asked(sku_id, rank)`,
  ]
  return sql`
    select sku_id, sum(units)::int as units, max(rank) as rank from (
      ${sql.join(parts, sql` union all `)}
    ) as found(sku_id, units, rank) group by sku_id having max(rank) is not null`
}

const wholeDaysIn = (companyId: string, { from, to }: Span): SQL => sql`
  select sku_id, units, null::int from sku_sales
  where company_id = ${companyId} and day >= ${dateOf(from)} and day < ${dateOf(to)}`

const linesIn = (companyId: string, span: Span): SQL => sql`
  select i.sku_id, i.quantity, null::int from (select o.id from ${ordersPlaced(companyId, span)} and ${isCounted}) as o
  join order_items i on i.company_id = ${companyAtRunTime(companyId)} and i.order_id = o.id and i.sku_id is not null`

const dateOf = (moment: Date): SQL => sql`${moment.toISOString().slice(0, 10)}::date`
