import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { ProductDetail, ProductRow } from '#contract/products.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText, iso, isoOrNull } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { listListings } from './listings.ts'
import { listSkus } from './skus.ts'

const editable = {
  title: products.title,
  brand: products.brand,
  category: products.category,
  description: products.description,
  isActive: products.isActive,
}

/** What a product `p` shows of itself, in a list and alone. */
export const productRowFields = sql`p.id, p.title, p.brand, p.category, p.description, p.is_active as "isActive",
  (select count(*)::int from skus s where s.product_id = p.id) as "skuCount",
  coalesce(p.images[1], p.amazon_images[1]) as "imageUrl"`

export const searched = (search: string | undefined) =>
  containsText(search, products.title, products.brand, products.category)

const readRow = prepared<ProductRow>(
  () => sql`select ${productRowFields} from products p where p.id = ${sql.placeholder('productId')}`,
)

export async function getProductRowOrThrow(tx: Tx, productId: string): Promise<ProductRow> {
  const [product] = await readRow(tx, { productId })
  if (!product) throw noSuchProduct()
  return product
}

/** Moments as PostgreSQL writes them. */
type ProductRecord = Omit<ProductDetail, 'skus' | 'listings'>

const readDetail = prepared<ProductRecord>(
  () => sql`
  select ${productRowFields}, p.tags, p.images, p.amazon_images as "amazonImages", p.bullet_points as "bulletPoints",
    p.last_amazon_sync as "lastAmazonSync", p.created_at as "createdAt", p.updated_at as "updatedAt", p.version
  from products p where p.id = ${sql.placeholder('productId')}`,
)

export async function getProductOrThrow(tx: Tx, productId: string): Promise<ProductDetail> {
  const [[product], skus, listings] = await Promise.all([
    readDetail(tx, { productId }),
    listSkus(tx, productId),
    listListings(tx, productId),
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
export async function lockProductShared(tx: Tx, productId: string): Promise<{ isActive: boolean }> {
  const [product] = await tx
    .select({ isActive: products.isActive })
    .from(products)
    .where(eq(products.id, productId))
    .for('share')
  if (!product) throw noSuchProduct()
  return product
}

const noSuchProduct = () => new AppError('not_found', 'There is no such product.')
