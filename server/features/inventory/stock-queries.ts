import { sql, type SQL } from 'drizzle-orm'
import type { InventoryRow, inventorySorts, InventorySort } from '#contract/inventory.ts'
import { assessStock, type Quantities } from '#contract/stock-status.ts'
import { activeSkuCount, shownImageUrl } from '#server/features/products/queries.ts'
import { lastSyncOf } from '#server/features/products/sku-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, preparedVariants } from '#server/platform/db/prepared.ts'
import { isoOrNull, likePattern, searchTerms } from '#server/platform/db/rows.ts'
import { totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { type SortColumn, sortableBy, sortedCursorValues } from '#server/platform/sorting.ts'
import { activeLevels } from './levels.ts'
import { sellableUnits } from './sellable.ts'

export type StockLine = InventoryRow & { sellable: number }

/** Active SKUs that match the selection. */
export async function listStockLines(tx: Tx, selection: StockSelection, span: StockPage): Promise<StockLine[]> {
  return toLines(await readLines(formOf(selection, span, false))(tx, valuesOf(selection, span)))
}

/** Active SKUs that match the selection, with their total number. */
export async function countAndListStockLines(tx: Tx, selection: StockSelection, span: StockPage) {
  const records = await readLines(formOf(selection, span, true))(tx, valuesOf(selection, span))
  return { lines: toLines(records), total: totalIn(records) }
}

type SortedSpan = { sort: InventorySort; cursor: string | undefined; limit: number }

/** The same in another order than by code. `key` is what a line is sorted by, for the cursor. */
export async function countAndSortStockLines(
  tx: Tx,
  selection: StockSelection,
  { sort, cursor, limit: most }: SortedSpan,
) {
  const form = { ...formOf(selection, { after: cursor, limit: most }, true), sort }
  const values = { ...valuesOf(selection, { after: undefined, limit: most }), ...sortedCursorValues(cursor) }
  const records = await readSorted(form)(tx, values)
  const lines = withoutTotalRow(records).map(({ counted: _counted, place: _place, key, ...record }) => ({
    ...withStatus(record),
    key,
  }))
  return { lines, total: totalIn(records) }
}

type LineRecord = WithTotal<StockRecord>

/** Finds the SKUs of the page by an index-only scan, then reads these in full. */
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

type SortedRecord = WithTotal<StockRecord & { key: string; place: number }>

/** No index is in most of these orders, so all SKUs that match are scanned once, for page and total. */
const readSorted = preparedVariants<SortedRecord, StockQueryForm & { sort: InventorySort }>(
  (form) => sql`
  with found as materialized (
    select s.company_id, s.id, ${sortColumns[columnOf(form.sort)].source} where ${matches(form)}
  ),
  page as (
    select company_id, id, ${sortKeyOf(form.sort)} as key, row_number() over (order by ${sortedBy(form.sort)}) as place
    from found where ${form.hasCursor ? followsInSort(form.sort) : sql`true`}
    order by ${sortedBy(form.sort)} limit ${limit}
  ),
  counted as (select count(*)::int as total from found)
  select counted.total as counted, line.* from counted left join (
    select ${stockFields}, page.key, page.place from page
    cross join lateral (select * from skus where company_id = page.company_id and id = page.id offset 0) as s
    ${stockJoins}
  ) as line on true
  order by line.place`,
)

type InventoryColumn = (typeof inventorySorts)[number]

const columnOf = (sort: InventorySort) => sort.replace(/^-/, '') as InventoryColumn

const sortedFrom = (source: SQL, type: SQL) => ({ source, key: sql`found.key`, type })

const withLevel = sql`from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id`

/** `source` joins no more than its key needs. */
const sortColumns = {
  sku: sortedFrom(sql`s.sku as key from skus s`, sql`text`),
  product: sortedFrom(
    sql`lower(p.title) as key from skus s join products p on p.company_id = s.company_id and p.id = s.product_id`,
    sql`text`,
  ),
  available: sortedFrom(sql`l.qty_free as key ${withLevel}`, sql`int`),
  reserved: sortedFrom(sql`l.qty_reserved + l.qty_held as key ${withLevel}`, sql`int`),
  inbound: sortedFrom(sql`l.qty_inbound as key ${withLevel}`, sql`int`),
  synced: sortedFrom(sql`coalesce(${lastSyncOf}, '-infinity') as key ${withLevel}`, sql`timestamptz`),
} satisfies Record<InventoryColumn, SortColumn & { source: SQL }>

const { sortedBy, followsInSort, sortKeyOf } = sortableBy(sortColumns, sql`found.id`)

const toLines = (records: LineRecord[]): StockLine[] =>
  withoutTotalRow(records).map(({ counted: _counted, ...record }) => withStatus(record))

/** Moments are PostgreSQL's text. */
export type StockRecord = Omit<StockLine, 'status'> & { threshold: number }

export const stockFields = sql`s.id, s.sku, s.asin, s.fnsku, s.product_id as "productId", p.title as "productTitle", s.title,
  s.stock_holder as "stockHolder", ${lastSyncOf} as "lastAmazonSync",
  s.missing_on_amazon_since as "missingOnAmazonSince", l.qty_free as "qtyAvailable",
  l.qty_reserved + l.qty_held as "qtyReserved", l.qty_inbound as "qtyInbound", l.qty_available as "qtyCounted",
  ${shownImageUrl} as "imageUrl",
  ${sellableUnits(sql`l`)} as sellable, settings.low_stock_threshold as threshold`

/**
 * Joins product `p`, level `l` and `settings` to a SKU `s` by key, so that PostgreSQL never scans whole tables,
 * whatever it estimates.
 */
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

/** Filter of active SKUs; `range` is of available units, both ends inclusive. */
export type StockSelection = {
  companyId: string
  search: string | undefined
  range: { from: number; to: number | null } | undefined
}

/** Keyset paging by code: the SKUs after `after`. */
type StockPage = { after: string | undefined; limit: number }

/** Which conditions the statement has. Each variant is prepared once; values are passed at execution. */
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
  patterns: search && searchTerms(search).map(likePattern),
  ...range,
  after,
  limit,
})

const limit = sql.placeholder('limit')

/** CTEs `page` (SKUs shown) and `counted` (total number). */
function chosenSkus(form: StockQueryForm): SQL {
  if (!form.isCounted) return sql`page as (${walked(form, sql`true`)}), counted as (select null::int as total)`
  if (form.isSearched) return searched(form)
  if (form.range) return inRange(form)
  return sql`page as (${walked(form, sql`true`)}), counted as (select (${activeSkuCount}) as total)`
}

/** Walks the index on codes until the page is full. */
const walked = (form: StockQueryForm, condition: SQL): SQL => sql`
  select s.company_id, s.id, s.sku from skus s where ${matches(form)} and ${follows(form)} and ${condition}
  order by s.sku limit ${limit}`

/** No index supports a substring search, so all SKUs are scanned once, for page and total. */
const searched = (form: StockQueryForm): SQL => sql`
  found as materialized (select s.company_id, s.id, s.sku from skus s where ${matches(form)}),
  page as (select * from found s where ${follows(form)} order by s.sku limit ${limit}),
  counted as (select count(*)::int as total from found)`

/**
 * Either selects all SKUs in the range and sorts them, or walks all SKUs by code until the page is full, whichever
 * reads fewer rows: the first is cheap if few are in the range, the second if many are.
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

/** Most SKUs are in an open range, so those below it are counted and subtracted. */
const notUnder = sql`(${activeSkuCount}) - (
  select count(*)::int from ${activeLevels(companyParameter)} and l.qty_free < ${sql.placeholder('from')}
)`

const matches = (form: StockQueryForm): SQL => sql`s.company_id = ${companyParameter} and s.is_active
  and ${form.isSearched ? containsWords : sql`true`} and ${form.range ? isSkuWithin(form) : sql`true`}`

const patterns = sql`all(${sql.placeholder('patterns')}::text[])`

/** Each word is in the code, ASIN, barcode or title, in any order. The product's title is read only where the SKU's own texts lack a word. */
const containsWords = sql`(
  concat_ws(' ', s.sku, s.asin, s.barcode, s.title) ilike ${patterns}
  or concat_ws(' ', s.sku, s.asin, s.barcode, s.title, (
    select p.title from products p where p.company_id = s.company_id and p.id = s.product_id
  )) ilike ${patterns}
)`

const isSkuWithin = (form: StockQueryForm): SQL => sql`(
  select ${isWithin(form)} from stock_levels l where l.company_id = s.company_id and l.sku_id = s.id
)`

const isWithin = ({ range }: StockQueryForm): SQL =>
  range === 'open'
    ? sql`l.qty_free >= ${sql.placeholder('from')}`
    : sql`l.qty_free between ${sql.placeholder('from')} and ${sql.placeholder('to')}`

const follows = ({ hasCursor }: StockQueryForm): SQL =>
  hasCursor ? sql`s.sku > ${sql.placeholder('after')}` : sql`true`
