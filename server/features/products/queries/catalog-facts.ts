import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import { lockRows } from './lock-rows.ts'

type ItemOfSku = { skuId: string; asin: string }

/**
 * Amazon's images go beside ours; category, weight and dimensions are taken where we have none. Answers how many
 * products and SKUs are shown differently by it.
 */
export async function fillFromCatalog(
  tx: Tx,
  companyId: string,
  skus: readonly ItemOfSku[],
  facts: readonly CatalogFacts[],
): Promise<number> {
  if (facts.length === 0) return 0
  const stated = sql`
    select s.id as sku_id, s.product_id, f.images, nullif(f.category, '') as category, f.dimensions, f.weight
    from json_to_recordset(${JSON.stringify(skus)}::json) as item("skuId" uuid, asin text)
    join json_to_recordset(${JSON.stringify(facts)}::json) as f(asin text, images text[], category text,
      dimensions jsonb, weight jsonb) on f.asin = item.asin
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
  const categorised = await fillCategories(tx, companyId, stated)
  return categorised + (await fillSizes(tx, companyId, stated))
}

/** Nobody edits them here, so they change no version. */
async function addImages(tx: Tx, companyId: string, stated: SQL): Promise<void> {
  await tx.execute(sql`
    update products p set amazon_images = first.images, updated_at = now()
    from (select distinct on (product_id) product_id, images from (${stated}) as stated order by product_id, sku_id) as first
    where p.company_id = ${companyId} and p.id = first.product_id and cardinality(first.images) > 0
      and p.amazon_images <> first.images`)
}

/** A SKU shows its product's category, so its version tells of it too. */
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
