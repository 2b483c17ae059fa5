import { sql } from 'drizzle-orm'
import type { SearchResults } from '#contract/search.ts'
import type { Tx } from '#server/platform/db/client.ts'

export async function findProducts(
  tx: Tx,
  companyId: string,
  text: string,
  most: number,
): Promise<SearchResults['products']> {
  const { rows } = await tx.execute<SearchResults['products'][number]>(sql`
    select p.id, p.title, p.brand, p.is_active as "isActive"
    from unnest(find_products(${text}, ${most}::int)) with ordinality as found(id, place)
    join products p on p.company_id = ${companyId} and p.id = found.id
    order by found.place`)
  return rows
}

/** Also those of the products that were found: most have no title of their own. */
export async function findSkus(
  tx: Tx,
  companyId: string,
  { text, productIds }: { text: string; productIds: string[] },
  most: number,
): Promise<SearchResults['skus']> {
  const { rows } = await tx.execute<SearchResults['skus'][number]>(sql`
    select s.id, s.sku, s.asin, coalesce(s.title, p.title) as title, l.qty_free as "qtyAvailable"
    from unnest(find_skus(${text}, ${sql.param(productIds)}::uuid[], ${most}::int)) with ordinality as found(id, place)
    join skus s on s.company_id = ${companyId} and s.id = found.id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    order by found.place`)
  return rows
}
