import { sql } from 'drizzle-orm'
import type { StockSource } from '#contract/inventory.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChangeQueries } from './changes.ts'

type Writing = {
  companyId: string
  changes: ChangeQueries
  source: Exclude<StockSource, 'amazon'>
  readAt: Date
}

/** Writes all changes, each kind in a statement or two whatever their number. */
export async function writeChanges(tx: Tx, { companyId, changes, source, readAt }: Writing): Promise<void> {
  await addSkus(tx, companyId, changes)
  await updateProducts(tx, companyId, changes)
  await parkCodes(tx, companyId, changes)
  await updateSkus(tx, companyId, changes)
  await raiseOtherVersions(tx, companyId, changes)
  const counts = sql`
    select sku_id, quantity_to as qty_available, null::int as qty_reserved, null::int as qty_inbound
    from (${changes.stock}) as stock
    union all select sku_id, quantity, null, null from (${changes.added}) as added`
  await recordCounts(tx, { companyId, source, readAt, counts })
}

async function addSkus(tx: Tx, companyId: string, { added }: ChangeQueries): Promise<void> {
  await tx.execute(sql`
    insert into products (company_id, id, title, category)
    select ${companyId}::uuid, product_id, title, category from (${added}) as added`)
  await tx.execute(sql`
    insert into skus (company_id, id, product_id, sku, title, price, asin)
    select ${companyId}::uuid, sku_id, product_id, sku, title, price, asin from (${added}) as added`)
}

async function updateProducts(tx: Tx, companyId: string, { products }: ChangeQueries): Promise<void> {
  await tx.execute(sql`
    update products p set title = title_to, category = category_to, version = p.version + 1, updated_at = now()
    from (${products}) as changed
    where p.company_id = ${companyId} and p.id = changed.product_id`)
}

/**
 * Codes may be swapped, but at no moment may two SKUs have the same one. So a code that another SKU wants is first
 * given up, for one that nobody can type.
 */
async function parkCodes(tx: Tx, companyId: string, { skus }: ChangeQueries): Promise<void> {
  const renamed = sql`select sku_id, sku_from, sku_to from (${skus}) as changed where sku_from <> sku_to`
  await tx.execute(sql`
    update skus s set sku = chr(1) || s.id
    from (${renamed}) as holder join (${renamed}) as wanting on wanting.sku_to = holder.sku_from
    where s.company_id = ${companyId} and s.id = holder.sku_id`)
}

async function updateSkus(tx: Tx, companyId: string, { skus }: ChangeQueries): Promise<void> {
  await tx.execute(sql`
    update skus s set sku = sku_to, title = title_to, price = price_to, asin = asin_to, version = s.version + 1,
      updated_at = now()
    from (${skus}) as changed
    where s.company_id = ${companyId} and s.id = changed.sku_id`)
}

/** A SKU shows its quantity and its product's fields, so its version tells of their changes too. */
async function raiseOtherVersions(tx: Tx, companyId: string, { skus, stock, products }: ChangeQueries): Promise<void> {
  await tx.execute(sql`
    update skus s set version = s.version + 1, updated_at = now()
    from (
      select sku_id from (${stock}) as stock
      union
      select sibling.id from (${products}) as changed
      join skus sibling on sibling.company_id = ${companyId} and sibling.product_id = changed.product_id
      except
      select sku_id from (${skus}) as changed
    ) as shown
    where s.company_id = ${companyId} and s.id = shown.sku_id`)
}
