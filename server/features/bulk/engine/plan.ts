import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** An upload names its SKUs by their code, the sheet by their id. */
export type SkuKey = 'code' | 'id'

export const stagedSku = (companyId: string, key: SkuKey): SQL =>
  sql`s.company_id = ${companyId} and ${key === 'code' ? sql`s.sku = g.sku` : sql`s.id = g.sku_id`}`

/**
 * Puts what is staged beside what is there: one row of `planned` for each, every value as it is and as it would be.
 * A title is typed for the SKU, and is its product's too while the product has no other SKU.
 */
export async function createPlan(tx: Tx, companyId: string, key: SkuKey): Promise<void> {
  await tx.execute(sql`
    create temp table planned on commit drop as
    select g.row_number, s.id is null as is_new,
      coalesce(s.id, new_id()) as sku_id, coalesce(s.product_id, new_id()) as product_id,
      coalesce(g.version <> s.version, false) as is_stale,
      s.last_amazon_sync is not null as is_known_to_amazon, s.stock_holder = 'amazon' as is_held_by_amazon,
      g.category is not null as gives_category, l.read_at,
      s.sku as sku_from, coalesce(g.sku, s.sku) as sku_to,
      s.title as title_from, case when retitled then g.title else s.title end as title_to,
      p.title as product_title_from, case when retitled and ${isOnlySku(companyId)} then g.title else p.title end as product_title_to,
      s.price as price_from, case when not clears_price then coalesce(g.price, s.price) end as price_to,
      s.asin as asin_from, case when not clears_asin then coalesce(g.asin, s.asin) end as asin_to,
      p.category as category_from, coalesce(g.category, p.category, '') as category_to,
      l.qty_available as quantity_from, coalesce(g.quantity, l.qty_available) as quantity_to
    from staged g
    left join skus s on ${stagedSku(companyId, key)}
    left join products p on p.company_id = ${companyId} and p.id = s.product_id
    left join stock_levels l on l.company_id = ${companyId} and l.sku_id = s.id
    cross join lateral (select coalesce(g.title <> coalesce(s.title, p.title), g.title is not null)) as typed(retitled)`)
}

const isOnlySku = (companyId: string) => sql`not exists (
  select from skus other where other.company_id = ${companyId} and other.product_id = s.product_id and other.id <> s.id
)`

export type PlanCounts = {
  created: number
  updated: number
  unchanged: number
  stale: number
  lastReadAt: string | null
}

export async function countPlan(tx: Tx): Promise<PlanCounts> {
  const { rows } = await tx.execute<PlanCounts>(sql`
    select count(*) filter (where is_new)::int as created,
      count(*) filter (where not is_new and not is_stale and ${differs})::int as updated,
      count(*) filter (where not is_new and not is_stale and not ${differs})::int as unchanged,
      count(*) filter (where is_stale)::int as stale,
      max(read_at) as "lastReadAt"
    from planned`)
  return rows[0] ?? { created: 0, updated: 0, unchanged: 0, stale: 0, lastReadAt: null }
}

const differs = sql`(sku_from, title_from, price_from, asin_from, product_title_from, category_from, quantity_from)
  is distinct from (sku_to, title_to, price_to, asin_to, product_title_to, category_to, quantity_to)`

export async function deletePlanRows(tx: Tx, rowNumbers: number[]): Promise<void> {
  if (rowNumbers.length === 0) return
  await tx.execute(sql`delete from planned where row_number = any(${sql.param(rowNumbers)}::int[])`)
}
