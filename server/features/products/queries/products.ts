import { count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/paging.ts'
import type { ProductDetail, ProductQuery, ProductRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containing } from '#server/platform/db/matching.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { listListings } from './listings.ts'
import { listSkus } from './skus.ts'

const editable = {
  title: products.title,
  brand: products.brand,
  category: products.category,
  description: products.description,
  isActive: products.isActive,
}

const rowFields = {
  id: products.id,
  ...editable,
  skuCount: sql<number>`(select count(*)::int from ${skus} where ${eq(skus.productId, products.id)})`,
  imageUrl: sql<string | null>`coalesce(${products.images}[1], ${products.amazonImages}[1])`,
}

export const searched = (search: string | undefined) =>
  containing(search, products.title, products.brand, products.category)

export async function listProducts(tx: Tx, query: ProductQuery): Promise<Page<ProductRow>> {
  const { total, which } = query.search ? await searchProducts(tx, query) : await allProducts(tx, query)
  const found = await tx
    .select({ ...rowFields, key: microsecondsOf(products.createdAt) })
    .from(products)
    .where(which)
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(query.limit + 1)
  const page = toPage(found, query.limit, total, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(({ key: _key, ...row }) => row) }
}

type Found = { total: number; which: SQL | undefined }

async function allProducts(tx: Tx, { cursor }: ProductQuery): Promise<Found> {
  const [counted] = await tx.select({ total: count() }).from(products)
  return { total: counted?.total ?? 0, which: olderThan(cursor, products.createdAt, products.id) }
}

/** No index finds what contains a text, so all products are looked through, once for the page and the total. */
async function searchProducts(tx: Tx, { search, cursor, limit }: ProductQuery): Promise<Found> {
  const { rows } = await tx.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (select id, created_at from ${products} where ${searched(search)})
    select count(*)::int as total, array(
      select id from found where ${olderThan(cursor, sql`created_at`, sql`id`) ?? sql`true`}
      order by created_at desc, id desc limit ${limit + 1}
    ) as ids
    from found`)
  const { total, ids } = rows[0] ?? { total: 0, ids: [] }
  return { total, which: inArray(products.id, ids) }
}

export async function getProductRowOrThrow(tx: Tx, productId: string): Promise<ProductRow> {
  const [product] = await tx.select(rowFields).from(products).where(eq(products.id, productId))
  if (!product) throw noSuchProduct()
  return product
}

const detailFields = {
  ...rowFields,
  tags: products.tags,
  images: products.images,
  amazonImages: products.amazonImages,
  bulletPoints: products.bulletPoints,
  lastAmazonSync: products.lastAmazonSync,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  version: products.version,
}

export async function getProductOrThrow(tx: Tx, productId: string): Promise<ProductDetail> {
  const [product] = await tx.select(detailFields).from(products).where(eq(products.id, productId))
  if (!product) throw noSuchProduct()
  return {
    ...product,
    lastAmazonSync: product.lastAmazonSync?.toISOString() ?? null,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    skus: await listSkus(tx, productId),
    listings: await listListings(tx, productId),
  }
}

/** Locks the product for a change of its own. */
export async function lockProduct(tx: Tx, productId: string) {
  const [product] = await tx
    .select({ ...editable, images: products.images, version: products.version })
    .from(products)
    .where(eq(products.id, productId))
    .for('update')
  if (!product) throw noSuchProduct()
  return product
}

/** Keeps the product as it is, active or not, until the change of one of its SKUs is through. */
export async function holdProduct(tx: Tx, productId: string): Promise<{ isActive: boolean }> {
  const [product] = await tx
    .select({ isActive: products.isActive })
    .from(products)
    .where(eq(products.id, productId))
    .for('share')
  if (!product) throw noSuchProduct()
  return product
}

const noSuchProduct = () => new AppError('not_found', 'There is no such product.')
