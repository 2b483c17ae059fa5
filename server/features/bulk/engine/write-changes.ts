import { sql, type SQL } from 'drizzle-orm'
import type { StockSource } from '#contract/inventory.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/client.ts'

/**
 * The changes as SQL selects with the current (`…_from`) and the new value (`…_to`) of each column:
 * - added: row_number, sku_id, product_id, sku, title, price, asin, category, quantity
 * - products: row_number, product_id, title and category from and to
 * - skus: row_number, sku_id, sku, title, price and asin from and to
 * - stock: row_number, sku_id, label, quantity from and to
 */
export type ChangeQueries = { added: SQL; products: SQL; skus: SQL; stock: SQL }

/**
 * The rows of `planned` whose values differ. Several rows may change the category of one product; the first one is
 * taken.
 */
export const planChanges: ChangeQueries = {
  added: sql`
    select row_number, sku_id, product_id, sku_to as sku, title_to as title, price_to as price, asin_to as asin,
      category_to as category, quantity_to as quantity
    from planned where is_new`,
  products: sql`
    select distinct on (product_id) row_number, product_id, product_title_from as title_from,
      product_title_to as title_to, category_from, category_to
    from planned
    where not is_new and not is_stale
      and (product_title_from, category_from) is distinct from (product_title_to, category_to)
    order by product_id, row_number`,
  skus: sql`
    select row_number, sku_id, sku_from, sku_to, title_from, title_to, price_from, price_to, asin_from, asin_to
    from planned
    where not is_new and not is_stale
      and (sku_from, title_from, price_from, asin_from) is distinct from (sku_to, title_to, price_to, asin_to)`,
  stock: sql`
    select row_number, sku_id, sku_from as label, quantity_from, quantity_to
    from planned where not is_new and not is_stale and quantity_from is distinct from quantity_to`,
}

type Writing = {
  companyId: string
  changes: ChangeQueries
  source: Exclude<StockSource, 'amazon'>
  readAt: Date
}

/** Writes all changes set-based: one or two statements per kind, whatever the number of rows. */
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
 * Moves codes out of the way that another SKU of the same change takes, to `\u0001` and the SKU's id. This allows swaps
 * under the unique index on the code.
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

/**
 * Raises the version of SKUs whose quantity or product fields change: screens show these as part of the SKU, so its
 * optimistic lock covers them.
 */
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

/**
 * Records the changed fields of each product, SKU and stock level, before and after. An added SKU is one row, together
 * with its product and first count.
 */
export async function recordChangedRows(
  tx: Tx,
  companyId: string,
  changeSetId: string,
  changes: ChangeQueries,
): Promise<void> {
  const key = sql`${companyId}::uuid, ${changeSetId}::uuid, row_number`
  await tx.execute(sql`
    insert into change_set_rows
      (company_id, change_set_id, row_number, resource, resource_id, label, is_new, before, after)
    select ${key}, 'sku', sku_id, sku, true, null, jsonb_build_object('sku', sku, 'title', title,
      'price', price::text, 'quantity', quantity, 'asin', asin, 'category', category)
    from (${changes.added}) as added
    union all
    select ${key}, 'product', product_id, title_from, false, ${valuesBefore(productFields)}, ${valuesAfter(productFields)}
    from (${changes.products}) as changed
    union all
    select ${key}, 'sku', sku_id, sku_from, false, ${valuesBefore(skuFields)}, ${valuesAfter(skuFields)}
    from (${changes.skus}) as changed
    union all
    select ${key}, 'stock', sku_id, label, false, jsonb_build_object('quantity', quantity_from),
      jsonb_build_object('quantity', quantity_to)
    from (${changes.stock}) as changed`)
}

type ChangeField = { name: string; from: SQL; to: SQL }

const changeField = (name: string, cast: SQL = sql``): ChangeField => ({
  name,
  from: sql`${sql.identifier(`${name}_from`)}${cast}`,
  to: sql`${sql.identifier(`${name}_to`)}${cast}`,
})

const productFields = [changeField('title'), changeField('category')]

const skuFields = [changeField('sku'), changeField('title'), changeField('price', sql`::text`), changeField('asin')]

const valuesBefore = (fields: ChangeField[]) => changedFieldsJson(fields, (one) => one.from)

const valuesAfter = (fields: ChangeField[]) => changedFieldsJson(fields, (one) => one.to)

const changedFieldsJson = (fields: ChangeField[], side: (one: ChangeField) => SQL) =>
  sql.join(
    fields.map(
      (one) => sql`case when ${one.from} is distinct from ${one.to}
        then jsonb_build_object(${sql`${one.name}`.inlineParams()}, ${side(one)}) else '{}' end`,
    ),
    sql` || `,
  )

/**
 * The time at which typed quantities count as read: now, or just after the last count where another process's clock is
 * ahead. The person who typed them saw that count, so theirs must be newer.
 */
export function countedAt(clock: Clock, lastReadAt: string | null): Date {
  const now = clock.now()
  const last = lastReadAt === null ? now : new Date(lastReadAt)
  return last > now ? new Date(last.getTime() + 1) : now
}
