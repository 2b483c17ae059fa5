import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import { lockRows } from './sku-queries.ts'

/** When the listings were read from Amazon. */
type ListingRead = { companyId: string; seenAt: Date }

/**
 * `products` selects product_id, title, brand, description and bullet_points; `skus` selects sku_id, product_id, sku,
 * asin, title, price and stock_holder.
 */
type AddedListings = { products: SQL; skus: SQL }

/** The fields came from Amazon, so their edit time is the epoch: in a two-way merge any edit here is newer. */
const writtenByAmazon = sql`jsonb_build_object('title', timestamptz 'epoch', 'brand', timestamptz 'epoch',
  'description', timestamptz 'epoch', 'bulletPoints', timestamptz 'epoch')`

/** Inserts SKUs that are listed on Amazon and unknown here. SKUs of an inactive product start inactive. */
export async function addListedSkus(
  tx: Tx,
  { companyId, seenAt }: ListingRead,
  { products, skus }: AddedListings,
): Promise<void> {
  await lockRows(tx, companyId, 'products', sql`select distinct product_id from (${skus}) as added`, 'share')
  await tx.execute(sql`
    insert into products (company_id, id, title, brand, description, bullet_points, last_amazon_sync, edited_at)
    select ${companyId}::uuid, product_id, title, brand, description, bullet_points, ${seenAt.toISOString()}::timestamptz,
      ${writtenByAmazon}
    from (${products}) as added`)
  await tx.execute(sql`
    insert into skus (company_id, id, product_id, sku, asin, title, price, is_active, stock_holder, last_amazon_sync,
      edited_at)
    select ${companyId}::uuid, added.sku_id, added.product_id, added.sku, added.asin, nullif(added.title, p.title),
      added.price, p.is_active, added.stock_holder, ${seenAt.toISOString()}::timestamptz,
      jsonb_build_object('title', timestamptz 'epoch', 'price', timestamptz 'epoch')
    from (${skus}) as added
    cross join lateral (
      select p.title, p.is_active from products p where p.company_id = ${companyId} and p.id = added.product_id offset 0
    ) as p`)
}

/**
 * Updates known SKUs that are listed on Amazon; `known` selects sku_id, product_id, asin and stock_holder. The stock
 * holder of SKUs whose stock Amazon counts stays Amazon.
 */
export async function updateListedSkus(tx: Tx, { companyId, seenAt }: ListingRead, known: SQL): Promise<void> {
  const seen = sql`${seenAt.toISOString()}::timestamptz`
  await lockRows(tx, companyId, 'products', sql`select distinct product_id from (${known}) as known`)
  await lockRows(tx, companyId, 'skus', sql`select sku_id from (${known}) as known`)
  await tx.execute(sql`
    update products p set last_amazon_sync = ${seen} from (${known}) as known
    where p.company_id = ${companyId} and p.id = known.product_id`)
  await tx.execute(sql`
    update skus s set asin = coalesce(s.asin, known.asin),
      stock_holder = case when s.amazon_integration_id is null then known.stock_holder else s.stock_holder end,
      last_amazon_sync = case when s.amazon_integration_id is null then ${seen} else s.last_amazon_sync end,
      version = s.version + (s.asin is null and known.asin is not null)::int
    from (${known}) as known
    where s.company_id = ${companyId} and s.id = known.sku_id
      and (s.amazon_integration_id is null or s.asin is null)`)
}

/** Only the fields to overwrite. */
export type AmazonProductValues = {
  productId: string
  title?: string
  brand?: string
  description?: string
  bulletPoints?: string[]
}

export type AmazonSkuValues = { skuId: string; title?: string; price?: string }

/**
 * Overwrites fields with Amazon's values. A new product title raises the version of its SKUs too, since they show it.
 */
export async function applyAmazonValues(
  tx: Tx,
  companyId: string,
  values: { products: readonly AmazonProductValues[]; skus: readonly AmazonSkuValues[] },
): Promise<void> {
  const products = sql`json_to_recordset(${JSON.stringify(values.products)}::json) as t("productId" uuid, title text,
    brand text, description text, "bulletPoints" text[])`
  const skus = sql`json_to_recordset(${JSON.stringify(values.skus)}::json) as t("skuId" uuid, title text, price numeric)`
  await tx.execute(sql`
    update products p set title = coalesce(t.title, p.title), brand = coalesce(t.brand, p.brand),
      description = coalesce(t.description, p.description), bullet_points = coalesce(t."bulletPoints", p.bullet_points),
      version = p.version + 1, updated_at = now()
    from ${products}
    where p.company_id = ${companyId} and p.id = t."productId"`)
  await tx.execute(sql`
    update skus s set title = coalesce(t.title, s.title), price = coalesce(t.price, s.price),
      version = s.version + 1, updated_at = now()
    from (
      select "skuId", title, price from ${skus}
      union all
      select shown.id, null, null from ${products}
      join skus shown on shown.company_id = ${companyId} and shown.product_id = t."productId"
      where t.title is not null and shown.id not in (select "skuId" from ${skus})
    ) as t
    where s.company_id = ${companyId} and s.id = t."skuId"`)
}

type ItemOfSku = { skuId: string; asin: string }

/**
 * Stores Amazon's images beside ours, and fills in category, barcode, weight and dimensions where they are empty. Returns how
 * many products and SKUs changed visibly.
 */
export async function fillFromCatalog(
  tx: Tx,
  companyId: string,
  skus: readonly ItemOfSku[],
  facts: readonly CatalogFacts[],
): Promise<number> {
  if (facts.length === 0) return 0
  const stated = sql`
    select s.id as sku_id, s.product_id, f.images, nullif(f.category, '') as category, f.barcode, f.dimensions, f.weight
    from json_to_recordset(${JSON.stringify(skus)}::json) as item("skuId" uuid, asin text)
    join json_to_recordset(${JSON.stringify(facts)}::json) as f(asin text, images text[], category text,
      barcode text, dimensions jsonb, weight jsonb) on f.asin = item.asin
    join skus s on s.company_id = ${companyId} and s.id = item."skuId"`
  await lockRows(tx, companyId, 'products', sql`select distinct product_id from (${stated}) as stated`)
  await lockRows(
    tx,
    companyId,
    'skus',
    sql`
    select sibling.id from skus sibling where sibling.company_id = ${companyId}
      and sibling.product_id in (select product_id from (${stated}) as stated)`,
  )
  await addImages(tx, companyId, stated)
  await fillBarcodes(tx, companyId, stated)
  const categorised = await fillCategories(tx, companyId, stated)
  return categorised + (await fillSizes(tx, companyId, stated))
}

/** Amazon's images cannot be edited here, so they raise no version. */
async function addImages(tx: Tx, companyId: string, stated: SQL): Promise<void> {
  await tx.execute(sql`
    update products p set amazon_images = first.images, updated_at = now()
    from (select distinct on (product_id) product_id, images from (${stated}) as stated order by product_id, sku_id) as first
    where p.company_id = ${companyId} and p.id = first.product_id and cardinality(first.images) > 0
      and p.amazon_images <> first.images`)
}

/** A category raises the version of the product's SKUs too, since they show it. */
async function fillCategories(tx: Tx, companyId: string, stated: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with filled as (
      update products p set category = first.category, version = p.version + 1, updated_at = now()
      from (
        select distinct on (product_id) product_id, category from (${stated}) as stated
        where category is not null order by product_id, sku_id
      ) as first
      where p.company_id = ${companyId} and p.id = first.product_id and p.category = ''
      returning p.id
    )
    update skus s set version = s.version + 1, updated_at = now()
    from filled where s.company_id = ${companyId} and s.product_id = filled.id`)
  return rowCount ?? 0
}

/** No screen shows the barcode, so it raises no version. */
async function fillBarcodes(tx: Tx, companyId: string, stated: SQL): Promise<void> {
  await tx.execute(sql`
    update skus s set barcode = stated.barcode from (${stated}) as stated
    where s.company_id = ${companyId} and s.id = stated.sku_id and s.barcode is null and stated.barcode is not null`)
}

async function fillSizes(tx: Tx, companyId: string, stated: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update skus s set dimensions = coalesce(s.dimensions, stated.dimensions),
      weight = coalesce(s.weight, (stated.weight ->> 'value')::numeric),
      weight_unit = case when s.weight is null then coalesce(stated.weight ->> 'unit', s.weight_unit) else s.weight_unit end,
      version = s.version + 1, updated_at = now()
    from (${stated}) as stated
    where s.company_id = ${companyId} and s.id = stated.sku_id
      and (s.dimensions is null and stated.dimensions is not null or s.weight is null and stated.weight is not null)`)
  return rowCount ?? 0
}
