import { sql } from 'drizzle-orm'
import type { InventoryRow } from '#contract/inventory.ts'
import { assessStock, type Quantities } from '#contract/stock-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { preparedVariants } from '#server/platform/db/prepared.ts'
import { totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { lastSyncOf } from '#server/features/products/queries/amazon-skus.ts'
import { sellableUnits } from './levels.ts'
import {
  chosenSkus,
  formOf,
  valuesOf,
  type StockQueryForm,
  type StockSelection,
  type StockPage,
} from './stock-selection.ts'

export type StockLine = InventoryRow & { sellable: number }

/** The active SKUs that match. */
export async function listStockLines(tx: Tx, selection: StockSelection, span: StockPage): Promise<StockLine[]> {
  return toLines(await readLines(formOf(selection, span, false))(tx, valuesOf(selection, span)))
}

/** And how many there are in all. */
export async function countAndListStockLines(tx: Tx, selection: StockSelection, span: StockPage) {
  const records = await readLines(formOf(selection, span, true))(tx, valuesOf(selection, span))
  return { lines: toLines(records), total: totalIn(records) }
}

type LineRecord = WithTotal<StockRecord>

/** Found in an index alone; only those of the page are then read in full. */
const readLines = preparedVariants<LineRecord, StockQueryForm>(
  (form) => sql`
  with ${chosenSkus(form)}
  select counted.total as counted, line.* from counted left join (
    select ${stockFields} from page
    cross join lateral (select * from skus where company_id = page.company_id and id = page.id offset 0) as s
    ${stockJoins}
  ) as line on true
  order by line.sku`,
)

const toLines = (records: LineRecord[]): StockLine[] =>
  withoutTotalRow(records).map(({ counted: _counted, ...record }) => withStatus(record))

/** Moments come as PostgreSQL writes them. */
export type StockRecord = Omit<StockLine, 'status'> & { threshold: number }

export const stockFields = sql`s.id, s.sku, s.asin, s.fnsku, s.product_id as "productId", p.title as "productTitle", s.title,
  s.stock_holder as "stockHolder", ${lastSyncOf} as "lastAmazonSync",
  s.missing_on_amazon_since as "missingOnAmazonSince", l.qty_free as "qtyAvailable",
  l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound",
  ${sellableUnits(sql`l`)} as sellable, settings.low_stock_threshold as threshold`

/** What stands around a SKU `s`, looked up by its key: however many SKUs PostgreSQL expects, it never reads all there are. */
export const stockJoins = sql`
  cross join lateral (select * from products where company_id = s.company_id and id = s.product_id offset 0) as p
  cross join lateral (select * from stock_levels where company_id = s.company_id and sku_id = s.id offset 0) as l
  cross join lateral (select * from company_settings where company_id = s.company_id offset 0) as settings`

type AmazonMoments = Pick<StockLine, 'lastAmazonSync' | 'missingOnAmazonSince'>

export const withStatus = <Row extends Quantities & AmazonMoments & { threshold: number }>({
  threshold,
  ...row
}: Row) => ({
  ...row,
  status: assessStock(row, threshold).status,
  lastAmazonSync: isoOrNull(row.lastAmazonSync),
  missingOnAmazonSince: isoOrNull(row.missingOnAmazonSince),
})
