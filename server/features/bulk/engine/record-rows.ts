import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChangeQueries } from './changes.ts'

/**
 * Keeps for each changed thing the fields that changed, as they were and as they became. A SKU that was added is one
 * thing, together with its product and its first count.
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

const changeField = (name: string, cast = ''): ChangeField => ({
  name,
  from: sql.raw(`${name}_from${cast}`),
  to: sql.raw(`${name}_to${cast}`),
})

const productFields = [changeField('title'), changeField('category')]
const skuFields = [changeField('sku'), changeField('title'), changeField('price', '::text'), changeField('asin')]

const valuesBefore = (fields: ChangeField[]) => changedFieldsJson(fields, (one) => one.from)
const valuesAfter = (fields: ChangeField[]) => changedFieldsJson(fields, (one) => one.to)

const changedFieldsJson = (fields: ChangeField[], side: (one: ChangeField) => SQL) =>
  sql.join(
    fields.map(
      (one) => sql`case when ${one.from} is distinct from ${one.to}
        then jsonb_build_object(${sql.raw(`'${one.name}'`)}, ${side(one)}) else '{}' end`,
    ),
    sql` || `,
  )
