import { sql, type SQL } from 'drizzle-orm'
import type { InventoryRow } from '#contract/inventory.ts'
import { assessStock, type Quantities } from '#contract/stock-status.ts'
import { activeSkuCount } from '#server/features/products/queries.ts'
import { lastSyncOf } from '#server/features/products/sku-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, preparedVariants } from '#server/platform/db/prepared.ts'
import { isoOrNull, likePattern } from '#server/platform/db/rows.ts'
import { totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { activeLevels } from './levels.ts'
import { sellableUnits } from './sellable.ts'

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

/** Which active SKUs of a company; `range` is of what is available, both ends included. */
export type StockSelection = {
  companyId: string
  search: string | undefined
  range: { from: number; to: number | null } | undefined
}

/** By SKU, from the one after `after` on. */
type StockPage = { after: string | undefined; limit: number }

/** Which conditions a statement has; what they compare with is told when it runs. */
type StockQueryForm = {
  isSearched: boolean
  range: 'closed' | 'open' | undefined
  hasCursor: boolean
  isCounted: boolean
}

const formOf = ({ search, range }: StockSelection, { after }: StockPage, isCounted: boolean): StockQueryForm => ({
  isSearched: Boolean(search),
  range: range && (range.to === null ? 'open' : 'closed'),
  hasCursor: after !== undefined,
  isCounted,
})

const valuesOf = ({ companyId, search, range }: StockSelection, { after, limit }: StockPage) => ({
  companyId,
  pattern: search && likePattern(search),
  ...range,
  after,
  limit,
})

const limit = sql.placeholder('limit')

/** Goes behind `with`: `page` has the SKUs that are shown, `counted` says of how many in all. */
function chosenSkus(form: StockQueryForm): SQL {
  if (!form.isCounted) return sql`page as (${walked(form, sql`true`)}), counted as (select null::int as total)`
  if (form.isSearched) return searched(form)
  if (form.range) return inRange(form)
  return sql`page as (${walked(form, sql`true`)}), counted as (select (${activeSkuCount}) as total)`
}

/** One after the other, until the page is full. */
const walked = (form: StockQueryForm, condition: SQL): SQL => sql`
  select s.company_id, s.id, s.sku from skus s where ${matches(form)} and ${follows(form)} and ${condition}
  order by s.sku limit ${limit}`

/** No index finds what contains a text, so all SKUs are looked through, once for the page and the total. */
const searched = (form: StockQueryForm): SQL => sql`
  found as materialized (select s.company_id, s.id, s.sku from skus s where ${matches(form)}),
  page as (select * from found s where ${follows(form)} order by s.sku limit ${limit}),
  counted as (select count(*)::int as total from found)`

/**
 * Those in the range are either all picked out and sorted, or met with on a walk through all SKUs, whichever looks at fewer:
 * few in the range are soon picked, and of many the first ones are soon met with.
 */
const inRange = (form: StockQueryForm): SQL => sql`
  counted as materialized (select (${form.range === 'open' ? notUnder : within}) as total),
  chosen as materialized (
    select total::float8 * total <= ${limit}::float8 * (${activeSkuCount}) as are_picked from counted
  ),
  page as (
    (${picked(form)}) union all (${walked(form, sql`not (select are_picked from chosen)`)})
  )`

const picked = (form: StockQueryForm): SQL => sql`
  select s.* from stock_levels l cross join lateral (
    select s.company_id, s.id, s.sku from skus s where s.company_id = l.company_id and s.id = l.sku_id and s.is_active offset 0
  ) as s
  where l.company_id = ${companyParameter} and ${isWithin(form)} and ${follows(form)}
    and (select are_picked from chosen)
  order by s.sku limit ${limit}`

const within = sql`select count(*)::int from ${activeLevels(companyParameter)}
  and l.qty_free between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

/** Most SKUs have more than that, so the others are counted. */
const notUnder = sql`(${activeSkuCount}) - (
  select count(*)::int from ${activeLevels(companyParameter)} and l.qty_free < ${sql.placeholder('from')}
)`

const matches = (form: StockQueryForm): SQL => sql`s.company_id = ${companyParameter} and s.is_active
  and ${form.isSearched ? containsText : sql`true`} and ${form.range ? isSkuWithin(form) : sql`true`}`

const pattern = sql.placeholder('pattern')

const containsText = sql`(s.sku ilike ${pattern} or s.asin ilike ${pattern})`

const isSkuWithin = (form: StockQueryForm): SQL => sql`(
  select ${isWithin(form)} from stock_levels l where l.company_id = s.company_id and l.sku_id = s.id
)`

const isWithin = ({ range }: StockQueryForm): SQL =>
  range === 'open'
    ? sql`l.qty_free >= ${sql.placeholder('from')}`
    : sql`l.qty_free between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

const follows = ({ hasCursor }: StockQueryForm): SQL =>
  hasCursor ? sql`s.sku > ${sql.placeholder('after')}` : sql`true`
