import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { lockRows } from './lock-rows.ts'

/** When Amazon told us of the listings. */
type ListingRead = { companyId: string; seenAt: Date }

/**
 * `products` is a select of product_id, title, brand, description and bullet_points, `skus` one of sku_id, product_id,
 * sku, asin, title, price and stock_holder.
 */
type AddedListings = { products: SQL; skus: SQL }

/** Nobody has written these fields here: against Amazon, whose words they are, they are the older ones. */
const writtenByAmazon = sql`jsonb_build_object('title', timestamptz 'epoch', 'brand', timestamptz 'epoch',
  'description', timestamptz 'epoch', 'bulletPoints', timestamptz 'epoch')`

/** SKUs that Amazon lists and we had not. Under a product that is not active they begin inactive, like any other. */
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
 * SKUs that Amazon lists and that are known here: a select of sku_id, product_id, asin and stock_holder. Whose stock
 * Amazon counts is held by Amazon, whatever else it offers of it.
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
