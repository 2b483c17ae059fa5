import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/**
 * A SKU and a product as an upload adds them, besides the columns of the file. Held against what they are now: a version
 * would not do, since it has grown even where a change was undone in the meantime. A column added to either table belongs
 * here, or nothing that was added can be undone.
 */
const untouchedSku = {
  fnsku: null,
  compare_at_price: null,
  cost: null,
  weight: null,
  weight_unit: 'pounds',
  dimensions: null,
  package_quantity: 1,
  shipping_template: null,
  is_hazmat: false,
  prep_instructions: null,
  attributes: {},
  amazon_data: null,
  is_active: true,
  last_amazon_sync: null,
  stock_holder: 'merchant',
  safety_buffer: 0,
  missing_on_amazon_since: null,
  amazon_integration_id: null,
  amazon_marketplace_id: null,
}
const untouchedProduct = {
  description: '',
  brand: '',
  tags: [],
  images: [],
  amazon_images: [],
  bullet_points: [],
  search_keywords: [],
  attributes: {},
  amazon_data: null,
  is_active: true,
  last_amazon_sync: null,
}

const ignoredColumns = sql`array['company_id', 'id', 'product_id', 'sku', 'title', 'price', 'asin', 'category',
  'version', 'edited_at', 'created_at', 'updated_at']`

/** Read there, or accepted and not seen yet; a listing that Amazon refused stands in nobody's way. */
const isListedOnAmazon = sql`and (t.read_at is not null or t.sent_at is not null and t.send_error is null)`

/** A SKU that was added goes away again unless somebody has made something of it. */
export async function markTouchedSkus(tx: Tx, companyId: string): Promise<void> {
  const refers = (table: string, more = sql``) =>
    sql`exists (select from ${sql.identifier(table)} t where t.company_id = ${companyId} and t.sku_id = s.id ${more})`
  await tx.execute(sql`
    update undoing u set reason = found.reason
    from (
      select s.id, case
        when p.title <> s.title or to_jsonb(s) - ${ignoredColumns} <> ${JSON.stringify(untouchedSku)}::jsonb
          or to_jsonb(p) - ${ignoredColumns} <> ${JSON.stringify(untouchedProduct)}::jsonb then 'It was changed since.'
        when ${refers('order_items')} then 'Orders have it.'
        when ${refers('listings')} then 'A channel lists it.'
        when ${refers('amazon_listings', isListedOnAmazon)} then 'Amazon lists it.'
        when ${refers('stock_holds')} then 'Units of it were held for orders.'
        when ${refers('inventory_snapshots', sql`and t.source = 'amazon'`)} then 'Amazon has counted it.'
      end as reason
      from undoing added
      join skus s on s.company_id = ${companyId} and s.id = added.resource_id
      join products p on p.company_id = ${companyId} and p.id = s.product_id
      where added.is_new and added.reason is null
    ) as found
    where u.is_new and u.resource_id = found.id and found.reason is not null`)
}

/** Takes the added SKUs out again, with their counts, and their products where no other SKU was put under them. */
export async function deleteAddedSkus(tx: Tx, companyId: string): Promise<void> {
  const removed = sql`from undoing where is_new and reason is null`
  for (const table of ['inventory_snapshots', 'stock_levels']) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where company_id = ${companyId} and sku_id in (select resource_id ${removed})`)
  }
  await tx.execute(sql`delete from skus where company_id = ${companyId} and id in (select resource_id ${removed})`)
  await tx.execute(sql`
    delete from products p
    where company_id = ${companyId} and id in (select product_id ${removed})
      and not exists (select from skus s where s.company_id = ${companyId} and s.product_id = p.id)`)
}

/** Keeps what was taken out in the undo's own change set; nothing became of it. */
export async function recordDeletedSkus(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    insert into change_set_rows (company_id, change_set_id, row_number, resource, resource_id, label, before, after)
    select ${companyId}::uuid, ${changeSetId}::uuid, row_number, resource, resource_id, label, current, '{}'
    from undoing where is_new and reason is null`)
}
