import { sql, type SQL } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { ProductQuery, ProductRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { patternOf } from '#server/platform/db/matching.ts'
import { plannedForms } from '#server/platform/db/planned-once.ts'
import {
  countIn,
  cursorValues,
  microsecondsOf,
  olderThanCursor,
  toPage,
  toShow,
  type Counted,
} from '#server/platform/paging.ts'
import { productRowFields } from './products.ts'
import { talliedProducts } from './tallies.ts'

type ProductRecord = Counted<ProductRow & { key: number }>

type Form = { hasCursor: boolean }

/** Newest first, with how many there are in all, in one journey to PostgreSQL. */
export async function listProducts(tx: Tx, { search, cursor, limit }: ProductQuery): Promise<Page<ProductRow>> {
  const pageOf = search ? searchedPage : newestPage
  const records = await pageOf({ hasCursor: cursor !== undefined })(tx, {
    ...cursorValues(cursor),
    pattern: search && patternOf(search),
    limit: limit + 1,
  })
  const page = toPage(toShow(records), limit, countIn(records), ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(toRow) }
}

const toRow = ({ key: _key, counted: _counted, ...row }: ProductRecord): ProductRow => row

/** `page` is a select of products, `counted` one of how many there are in all. */
const rowsOf = (page: SQL, counted: SQL): SQL => sql`
  select (${counted}) as counted, ${productRowFields}, ${microsecondsOf(sql`p.created_at`)} as key
  from (values (1)) as one left join (${page}) as p on true
  order by p.created_at desc, p.id desc`

const newestFirst = ({ hasCursor }: Form): SQL => sql`
  where ${hasCursor ? olderThanCursor(sql`created_at`, sql`id`) : sql`true`}
  order by created_at desc, id desc limit ${sql.placeholder('limit')}`

const newestPage = plannedForms<ProductRecord, Form>((form) =>
  rowsOf(sql`select * from products ${newestFirst(form)}`, talliedProducts),
)

const pattern = sql.placeholder('pattern')

/** No index finds what contains a text, so all products are looked through, once for the page and the total. */
const searchedPage = plannedForms<ProductRecord, Form>(
  (form) => sql`
  with found as materialized (
    select id, created_at from products where title ilike ${pattern} or brand ilike ${pattern} or category ilike ${pattern}
  )
  ${rowsOf(
    sql`select p.* from (select * from found ${newestFirst(form)}) as chosen
      cross join lateral (select * from products where id = chosen.id offset 0) as p`,
    sql`select count(*)::int from found`,
  )}`,
)
