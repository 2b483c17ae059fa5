import { sql, type SQL } from 'drizzle-orm'
import { activeSkuCount } from '#server/features/products/queries/tallies.ts'
import { likePattern } from '#server/platform/db/rows.ts'
import { companyParameter } from '#server/platform/db/prepared.ts'
import { activeLevels } from './levels.ts'

/** Which active SKUs of a company; `range` is of what is available, both ends included. */
export type StockSelection = {
  companyId: string
  search: string | undefined
  range: { from: number; to: number | null } | undefined
}

/** By SKU, from the one after `after` on. */
export type StockPage = { after: string | undefined; limit: number }

/** Which conditions a statement has; what they compare with is told when it runs. */
export type StockQueryForm = {
  isSearched: boolean
  range: 'closed' | 'open' | undefined
  hasCursor: boolean
  isCounted: boolean
}

export const formOf = (
  { search, range }: StockSelection,
  { after }: StockPage,
  isCounted: boolean,
): StockQueryForm => ({
  isSearched: Boolean(search),
  range: range && (range.to === null ? 'open' : 'closed'),
  hasCursor: after !== undefined,
  isCounted,
})

export const valuesOf = ({ companyId, search, range }: StockSelection, { after, limit }: StockPage) => ({
  companyId,
  pattern: search && likePattern(search),
  ...range,
  after,
  limit,
})

const limit = sql.placeholder('limit')

/** Goes behind `with`: `page` has the SKUs that are shown, `counted` says of how many in all. */
export function chosenSkus(form: StockQueryForm): SQL {
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
