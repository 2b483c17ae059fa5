import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { markTouchedSkus } from './undo-added.ts'

/**
 * Puts each changed thing of a change set beside what it is now, in `undoing`. `reason` says why it is left alone, and
 * is null for what goes back.
 */
export async function planUndo(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    create temp table undoing on commit drop as
    select row_number, resource, resource_id, label, is_new, before, after, product_id, current, case
      when current is null then 'It is gone by now.'
      when exists (
        select from jsonb_each(current) as field
        where after ? field.key
          and field.value not in (after -> field.key, coalesce(before -> field.key, after -> field.key))
      ) then 'It was changed since.'
    end as reason
    from (${currentStateOf(companyId, changeSetId)}) as changed`)
  await tx.execute(sql`analyze undoing`)
  await markTouchedSkus(tx, companyId)
  await markLostCodes(tx, companyId)
}

const currentStateOf = (companyId: string, changeSetId: string): SQL => {
  const rows = sql`r.row_number, r.resource, r.resource_id, r.label, r.is_new, r.before, r.after`
  const which = sql`r.company_id = ${companyId} and r.change_set_id = ${changeSetId}`
  const skuNow = sql`'sku', s.sku, 'title', s.title, 'price', s.price::text, 'asin', s.asin`
  const sku = sql`left join skus s on s.company_id = ${companyId} and s.id = r.resource_id`
  const level = sql`left join stock_levels l on l.company_id = ${companyId} and l.sku_id = r.resource_id`
  return sql`
    select ${rows}, s.product_id, case when s.id is not null then jsonb_build_object(${skuNow},
      'quantity', l.qty_available, 'category', p.category) end as current
    from change_set_rows r ${sku} ${level}
    left join products p on p.company_id = ${companyId} and p.id = s.product_id
    where ${which} and r.resource = 'sku' and r.is_new
    union all
    select ${rows}, s.product_id, case when s.id is not null then jsonb_build_object(${skuNow}) end
    from change_set_rows r ${sku}
    where ${which} and r.resource = 'sku' and not r.is_new
    union all
    select ${rows}, p.id, case when p.id is not null
      then jsonb_build_object('title', p.title, 'category', p.category) end
    from change_set_rows r
    left join products p on p.company_id = ${companyId} and p.id = r.resource_id
    where ${which} and r.resource = 'product'
    union all
    select ${rows}, null, case when l.sku_id is not null then jsonb_build_object('quantity', l.qty_available) end
    from change_set_rows r ${level}
    where ${which} and r.resource = 'stock'`
}

/**
 * A code can't go back to a SKU that Amazon knows by the new one, nor when another SKU has it by now. Whoever keeps
 * its code may keep it from a third, so this is asked until nobody more is refused.
 */
async function markLostCodes(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update undoing u set reason = 'Amazon knows this SKU by its new code.'
    from skus s
    where ${goesBackToCode} and s.company_id = ${companyId} and s.id = u.resource_id and s.last_amazon_sync is not null`)
  for (let refused: number | null = 1; refused;) {
    const { rowCount } = await tx.execute(sql`
      update undoing u set reason = 'Another SKU has its former code by now.'
      from skus holder
      where ${goesBackToCode} and holder.company_id = ${companyId} and holder.sku = u.before ->> 'sku'
        and not exists (select from undoing leaving where leaving.resource_id = holder.id and ${leavesCode})`)
    refused = rowCount
  }
}

const goesBackToCode = sql`u.reason is null and u.resource = 'sku' and u.before ->> 'sku' <> u.current ->> 'sku'`

const leavesCode = sql`leaving.reason is null and leaving.resource = 'sku'
  and (leaving.is_new or leaving.before ->> 'sku' <> leaving.current ->> 'sku')`
