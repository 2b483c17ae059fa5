import { sql, type SQL } from 'drizzle-orm'

/**
 * What is to be written, as selects that yield each value as it is (`…_from`) and as it becomes (`…_to`):
 * - added: row_number, sku_id, product_id, sku, title, price, asin, category, quantity
 * - products: row_number, product_id, title and category from and to
 * - skus: row_number, sku_id, sku, title, price and asin from and to
 * - stock: row_number, sku_id, label, quantity from and to
 */
export type ChangeQueries = { added: SQL; products: SQL; skus: SQL; stock: SQL }

/** What differs in `planned`. Several rows may name the same new category of one product; the first stands for all. */
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
