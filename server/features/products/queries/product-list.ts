import { sql, type SQL } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { ProductQuery, ProductRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { likePattern } from '#server/platform/db/rows.ts'
import { preparedVariants } from '#server/platform/db/prepared.ts'
import {
  totalIn,
  cursorValues,
  microsecondsOf,
  olderThanCursor,
  toPage,
  withoutTotalRow,
  type WithTotal,
} from '#server/platform/paging.ts'
import { productRowFields } from './products.ts'
import { productCount } from './tallies.ts'

type ListedProduct = WithTotal<ProductRow & { key: number }>

type ProductListForm = { hasCursor: boolean }

/** Newest first, with how many there are in all, in one journey to PostgreSQL. */
export async function listProducts(tx: Tx, { search, cursor, limit }: ProductQuery): Promise<Page<ProductRow>> {
  const pageOf = search ? searchedPage : newestPage
  const records = await pageOf({ hasCursor: cursor !== undefined })(tx, {
    ...cursorValues(cursor),
    pattern: search && likePattern(search),
    limit: limit + 1,
  })
  const page = toPage(withoutTotalRow(records), limit, totalIn(records), ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(toProductRow) }
}

const toProductRow = ({ key: _key, counted: _counted, ...row }: ListedProduct): ProductRow => row

/** `page` is a select of products, `counted` one of how many there are in all. */
const selectPage = (page: SQL, counted: SQL): SQL => sql`
  select (${counted}) as counted, ${productRowFields}, ${microsecondsOf(sql`p.created_at`)} as key
  from (values (1)) as one left join (${page}) as p on true
  order by p.created_at desc, p.id desc`

const newestFirst = ({ hasCursor }: ProductListForm): SQL => sql`
  where ${hasCursor ? olderThanCursor(sql`created_at`, sql`id`) : sql`true`}
  order by created_at desc, id desc limit ${sql.placeholder('limit')}`

const newestPage = preparedVariants<ListedProduct, ProductListForm>((form) =>
  selectPage(sql`select * from products ${newestFirst(form)}`, productCount),
)

const pattern = sql.placeholder('pattern')

/** No index finds what contains a text, so all products are looked through, once for the page and the total. */
const searchedPage = preparedVariants<ListedProduct, ProductListForm>(
  (form) => sql`
  with found as materialized (
    select id, created_at from products where title ilike ${pattern} or brand ilike ${pattern} or category ilike ${pattern}
  )
  ${selectPage(
    sql`select p.* from (select * from found ${newestFirst(form)}) as chosen
      cross join lateral (select * from products where id = chosen.id offset 0) as p`,
    sql`select count(*)::int from found`,
  )}`,
)
