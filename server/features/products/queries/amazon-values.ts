import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Only the fields that are taken over. */
export type AmazonProductValues = {
  productId: string
  title?: string
  brand?: string
  description?: string
  bulletPoints?: string[]
}
export type AmazonSkuValues = { skuId: string; title?: string; price?: string }

/** Follows Amazon's word. A SKU shows its product's title, so its version tells of a new one too. */
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
