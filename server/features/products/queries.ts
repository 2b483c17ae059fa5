import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'
import type {
  ListingRow,
  ProductDetail,
  ProductQuery,
  ProductRow,
  productSorts,
  ProductSort,
} from '#contract/products.ts'
import { uploadedImageUrl } from '#server/features/images/stored-images.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { iso, isoOrNull, likePattern, searchTerms } from '#server/platform/db/rows.ts'
import { catalogueCounters, products } from '#server/platform/db/schema/catalogue.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import {
  cursorValues,
  microsecondsOf,
  olderThanCursor,
  toPage,
  totalIn,
  withoutTotalRow,
  type WithTotal,
} from '#server/platform/paging.ts'
import { type SortColumn, sortableBy, sortedCursorValues } from '#server/platform/sorting.ts'
import { listSkus } from './sku-queries.ts'

const editable = {
  title: products.title,
  brand: products.brand,
  category: products.category,
  description: products.description,
  isActive: products.isActive,
}

/** The picture of a product `p`: the uploaded one, else its own first one, else Amazon's. */
export const shownImageUrl = sql`coalesce(${uploadedImageUrl}, p.images[1], p.amazon_images[1])`

/** What we call a SKU where a channel gave no title. */
export const catalogueTitle = (companyId: SQLWrapper, skuId: SQLWrapper): SQL<string | null> => sql`(
  select coalesce(s.title, p.title) from skus s join products p on p.company_id = s.company_id and p.id = s.product_id
  where s.company_id = ${companyId} and s.id = ${skuId})`

/** Fields of a product `p` in lists and details. */
const productRowFields = sql`p.id, p.title, p.brand, p.category, p.description, p.is_active as "isActive",
  (select count(*)::int from skus s where s.product_id = p.id) as "skuCount",
  (select coalesce(sum(l.qty_free), 0)::float8 from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    where s.company_id = p.company_id and s.product_id = p.id and s.is_active) as "qtyAvailable",
  (select min(s.price) from skus s where s.company_id = p.company_id and s.product_id = p.id and s.is_active) as "priceFrom",
  (select max(s.price) from skus s where s.company_id = p.company_id and s.product_id = p.id and s.is_active) as "priceTo",
  ${shownImageUrl} as "imageUrl"`

/** Each word of the text is in the title, brand, category, or in the code, ASIN or barcode of one of its SKUs, in any order. */
export const searched = (search: string | undefined): SQL | undefined =>
  search ? containsWords(sql.param(searchTerms(search).map(likePattern))) : undefined

/** `patterns` is an array. The SKUs are read only where the product's own texts lack a word. */
const containsWords = (patterns: SQLWrapper): SQL => sql`(
  concat_ws(' ', products.title, products.brand, products.category) ilike all(${patterns}::text[])
  or concat_ws(' ', products.title, products.brand, products.category, (
    select string_agg(concat_ws(' ', s.sku, s.asin, s.barcode), ' ') from skus s
    where s.company_id = products.company_id and s.product_id = products.id
  )) ilike all(${patterns}::text[])
)`

const readRow = prepared<ProductRow>(
  () => sql`select ${productRowFields} from products p where p.id = ${sql.placeholder('productId')}`,
)

export async function getProductRowOrThrow(tx: Tx, productId: string): Promise<ProductRow> {
  const [product] = await readRow(tx, { productId })
  if (!product) throw noSuchProduct()
  return product
}

/** Moments are PostgreSQL's text. */
type ProductRecord = Omit<ProductDetail, 'skus' | 'listings'>

const readDetail = prepared<ProductRecord>(
  () => sql`
  select ${productRowFields}, ${uploadedImageUrl} as "uploadedImageUrl", p.tags, p.images, p.amazon_images as "amazonImages", p.bullet_points as "bulletPoints",
    p.last_amazon_sync as "lastAmazonSync", p.created_at as "createdAt", p.updated_at as "updatedAt", p.version
  from products p where p.id = ${sql.placeholder('productId')}`,
)

export async function getProductOrThrow(tx: Tx, ctx: CompanyContext, productId: string): Promise<ProductDetail> {
  const [[product], skus, listings] = await Promise.all([
    readDetail(tx, { productId }),
    listSkus(tx, productId),
    listListings(tx, ctx, productId),
  ])
  if (!product) throw noSuchProduct()
  return {
    ...product,
    lastAmazonSync: isoOrNull(product.lastAmazonSync),
    createdAt: iso(product.createdAt),
    updatedAt: iso(product.updatedAt),
    skus,
    listings,
  }
}

/** Locks the product for an edit. */
export async function lockProduct(tx: Tx, productId: string) {
  const [product] = await tx
    .select({ ...editable, images: products.images, version: products.version })
    .from(products)
    .where(eq(products.id, productId))
    .for('update')
  if (!product) throw noSuchProduct()
  return product
}

/** Locks the product for share, so that it cannot be deactivated while one of its SKUs is edited. */
export async function lockProductShared(tx: Tx, productId: string): Promise<{ isActive: boolean }> {
  const [product] = await tx
    .select({ isActive: products.isActive })
    .from(products)
    .where(eq(products.id, productId))
    .for('share')
  if (!product) throw noSuchProduct()
  return product
}

const noSuchProduct = () => new AppError('not_found', say('This product doesn’t exist.'))

type ListedProduct = WithTotal<ProductRow & { key: number | string }>

type ProductListForm = { hasCursor: boolean }

/** A page with the total number, in one round trip. */
export async function listProducts(tx: Tx, { search, sort, cursor, limit }: ProductQuery): Promise<Page<ProductRow>> {
  const hasCursor = cursor !== undefined
  const pageOf = sort
    ? sortedPage({ hasCursor, isSearched: Boolean(search), sort })
    : newestFirstPage(search)({ hasCursor })
  const records = await pageOf(tx, {
    ...(sort ? sortedCursorValues(cursor) : cursorValues(cursor)),
    patterns: search && searchTerms(search).map(likePattern),
    limit: limit + 1,
  })
  const page = toPage(withoutTotalRow(records), limit, totalIn(records), ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(toProductRow) }
}

const toProductRow = ({ key: _key, counted: _counted, ...row }: ListedProduct): ProductRow => row

/** `page` selects products, `counted` their total number. */
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

/** No index supports a substring search, so all products are scanned once, for page and total. */
const searchedPage = preparedVariants<ListedProduct, ProductListForm>(
  (form) => sql`
  with found as materialized (
    select id, created_at from products where ${containsWords(sql.placeholder('patterns'))}
  )
  ${selectPage(
    sql`select p.* from (select * from found ${newestFirst(form)}) as chosen
      cross join lateral (select * from products where id = chosen.id offset 0) as p`,
    sql`select count(*)::int from found`,
  )}`,
)

const newestFirstPage = (search: string | undefined) => (search ? searchedPage : newestPage)

type SortedListForm = ProductListForm & { isSearched: boolean; sort: ProductSort }

/** No index is in these orders, so all products that match are scanned once, for page and total. */
const sortedPage = preparedVariants<ListedProduct, SortedListForm>(
  ({ hasCursor, isSearched, sort }) => sql`
  with found as materialized (
    select products.id, ${sortFieldsOf(sort)}
    where ${isSearched ? containsWords(sql.placeholder('patterns')) : sql`true`}
  ),
  page as (
    select id, ${sortKeyOf(sort)} as key, row_number() over (order by ${sortedBy(sort)}) as place
    from found where ${hasCursor ? followsInSort(sort) : sql`true`}
    order by ${sortedBy(sort)} limit ${sql.placeholder('limit')}
  )
  select (select count(*)::int from found) as counted, ${productRowFields}, page.key
  from (values (1)) as one left join page on true
  left join lateral (select * from products where id = page.id offset 0) as p on true
  order by page.place`,
)

/** What `sortColumns` compare. Only sums over the SKUs need these. */
const sortFieldsOf = (sort: ProductSort): SQL =>
  /skus|stock|price/.test(sort)
    ? sql`coalesce(sums.skus, 0) as skus, coalesce(sums.stock, 0) as stock, coalesce(sums.price, -1) as price
      from products left join (
        select s.product_id, count(*) as skus, sum(l.qty_free) filter (where s.is_active) as stock,
          min(s.price) filter (where s.is_active) as price
        from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id group by s.product_id
      ) as sums on sums.product_id = products.id`
    : sql`lower(title) as title, lower(brand) as brand, lower(category) as category, is_active::int as status from products`

const sortColumns: Record<(typeof productSorts)[number], SortColumn> = {
  title: { key: sql`found.title`, type: sql`text` },
  brand: { key: sql`found.brand`, type: sql`text` },
  category: { key: sql`found.category`, type: sql`text` },
  skus: { key: sql`found.skus`, type: sql`bigint` },
  stock: { key: sql`found.stock`, type: sql`bigint` },
  price: { key: sql`found.price`, type: sql`numeric` },
  status: { key: sql`found.status`, type: sql`int` },
}

const { sortedBy, followsInSort, sortKeyOf } = sortableBy(sortColumns, sql`found.id`)

/** A listing without a setting of its own is visible if the channel offers all SKUs. */
const readListings = prepared<ListingRow>(
  () => sql`
  select l.channel_id as "channelId", c.name as "channelName", c.type as "channelType", l.sku_id as "skuId", s.sku, l.price,
    coalesce(l.is_visible, (c.config ->> 'offersAllSkus')::boolean, true) as "isVisible", l.sync_status as "syncStatus",
    l.sync_error as "syncError", l.last_synced_at as "lastSyncedAt"
  from skus s
  join listings l on l.company_id = s.company_id and l.sku_id = s.id
  join channels c on c.company_id = l.company_id and c.id = l.channel_id
  where s.product_id = ${sql.placeholder('productId')}
  order by c.name, c.id, s.sku`,
)

/** Listings of a product's SKUs, by channel. */
async function listListings(tx: Tx, ctx: CompanyContext, productId: string): Promise<ListingRow[]> {
  const found = await readListings(tx, { productId })
  return found.map((row) => ({
    ...row,
    syncError: translateStored(ctx, row.syncError),
    lastSyncedAt: isoOrNull(row.lastSyncedAt),
  }))
}

/** The number of products, read from counters that triggers maintain (`catalogue_tallies`). */
const productCount = sql`select coalesce(sum(${catalogueCounters.products}), 0)::int from ${catalogueCounters}`

/** The number of active SKUs, from the same counters. */
export const activeSkuCount = sql`select coalesce(sum(${catalogueCounters.activeSkus}), 0)::int from ${catalogueCounters}`

const readActiveSkuCount = prepared<{ total: number }>(() => sql`select (${activeSkuCount}) as total`)

export async function countActiveSkus(tx: Tx): Promise<number> {
  const [found] = await readActiveSkuCount(tx, {})
  return found?.total ?? 0
}
