import { sql } from 'drizzle-orm'
import { cannotRename, type SheetColumn } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** A planned row that breaks a rule which only the rows beside it, or those in the database, can tell. */
export type RuleViolation = { row: number; column: SheetColumn; reason: string }

export async function findViolations(tx: Tx, companyId: string): Promise<RuleViolation[]> {
  const { rows } = await tx.execute<RuleViolation>(sql`
    with renamed as materialized (select * from planned where sku_from <> sku_to and not is_stale)
    select row_number as row, 'sku' as column, ${cannotRename}::text as reason
    from renamed where is_known_to_amazon
    union all
    select row_number, 'sku', 'There is a SKU with this code already'
    from renamed r
    where not is_known_to_amazon and (
      exists (select from renamed twin where twin.sku_to = r.sku_to and twin.sku_id <> r.sku_id)
      or exists (
        select from skus s where s.company_id = ${companyId} and s.sku = r.sku_to
          and s.id not in (select sku_id from renamed)
      )
    )
    union all
    select row_number, 'category', 'The rows of one product name different categories: ' || first || ', ' || last
    from (
      select row_number, min(category_to) over same_product as first, max(category_to) over same_product as last
      from planned where gives_category and not is_new and not is_stale
      window same_product as (partition by product_id)
    ) as given
    where first <> last
    order by row`)
  return rows
}
