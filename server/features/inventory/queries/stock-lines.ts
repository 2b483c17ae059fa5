import { sql, type SQL } from 'drizzle-orm'
import type { InventoryQuery, InventoryRow } from '#contract/inventory.ts'
import { availableRange, stockStanding, type Quantities } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containing } from '#server/platform/db/matching.ts'
import { isoOrNull } from '#server/platform/db/moments.ts'
import { activeLevels, sellableOf } from './levels.ts'

export type StockLine = InventoryRow & { sellable: number }

/** Which SKUs of a company: `threshold` is the company's, for the status to go by. */
export type Selection = Pick<InventoryQuery, 'search' | 'status'> & { companyId: string; threshold: number }

/** By SKU, from the one after `after` on. */
type Span = { after: string | undefined; limit: number }

/** The active SKUs that match. */
export async function listStockLines(tx: Tx, selection: Selection, span: Span): Promise<StockLine[]> {
  return readLines(
    tx,
    selection,
    sql`select s.id, s.sku from skus s where ${matches(selection)} and ${follows(span)}
      order by s.sku limit ${span.limit}`,
  )
}

export async function countStockLines(tx: Tx, selection: Omit<Selection, 'search'>): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${activeLevels(selection.companyId)} ${inRange(selection)}`,
  )
  return rows[0]?.total ?? 0
}

/** Both at once, for a search: no index finds what contains a text, so all SKUs are looked through, and just once. */
export async function searchStockLines(
  tx: Tx,
  selection: Selection,
  span: Span,
): Promise<{ lines: StockLine[]; total: number }> {
  const { rows } = await tx.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (select s.id, s.sku from skus s where ${matches(selection)})
    select count(*)::int as total,
      array(select s.id from found s where ${follows(span)} order by s.sku limit ${span.limit}) as ids
    from found`)
  const { total, ids } = rows[0] ?? { total: 0, ids: [] }
  const page = sql`select s.id, s.sku from skus s
    where s.company_id = ${selection.companyId} and s.id = any(${sql.param(ids)}::uuid[])`
  return { lines: await readLines(tx, selection, page), total }
}

/** `page` is a select of id and SKU, found in an index alone; only its rows are then read in full. */
async function readLines(tx: Tx, { companyId, threshold }: Selection, page: SQL): Promise<StockLine[]> {
  const { rows } = await tx.execute<StockRecord>(sql`
    with page as (${page})
    select ${stockFields} from page
    join skus s on s.company_id = ${companyId} and s.id = page.id
    ${stockJoins}
    order by page.sku`)
  return rows.map((row) => withStatus(row, threshold))
}

const follows = ({ after }: Span): SQL => (after === undefined ? sql`true` : sql`s.sku > ${after}`)

function matches(selection: Selection): SQL {
  const text = containing(selection.search, sql`s.sku`, sql`s.asin`) ?? sql`true`
  const standing = selection.status
    ? sql`exists (
        select from stock_levels l where l.company_id = s.company_id and l.sku_id = s.id ${inRange(selection)}
      )`
    : sql`true`
  return sql`s.company_id = ${selection.companyId} and s.is_active and ${text} and ${standing}`
}

function inRange({ status, threshold }: Pick<Selection, 'status' | 'threshold'>): SQL {
  if (!status) return sql``
  const { from, to } = availableRange(status, threshold)
  return to === null ? sql`and l.qty_free >= ${from}` : sql`and l.qty_free between ${from} and ${to}`
}

/** Moments come as PostgreSQL writes them. */
export type StockRecord = Omit<StockLine, 'status'>

export const stockFields = sql`s.id, s.sku, s.asin, s.fnsku, s.product_id as "productId", p.title as "productTitle", s.title,
  s.stock_holder as "stockHolder", s.last_amazon_sync as "lastAmazonSync",
  s.missing_on_amazon_since as "missingOnAmazonSince", l.qty_free as "qtyAvailable",
  l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound",
  ${sellableOf(sql`l`)} as sellable`

/** What stands around a SKU `s`. */
export const stockJoins = sql`
  join products p on p.company_id = s.company_id and p.id = s.product_id
  join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
  join company_settings settings on settings.company_id = s.company_id`

type Seen = Pick<StockLine, 'lastAmazonSync' | 'missingOnAmazonSince'>

export const withStatus = <Row extends Quantities & Seen>(row: Row, threshold: number) => ({
  ...row,
  status: stockStanding(row, threshold).status,
  lastAmazonSync: isoOrNull(row.lastAmazonSync),
  missingOnAmazonSince: isoOrNull(row.missingOnAmazonSince),
})
