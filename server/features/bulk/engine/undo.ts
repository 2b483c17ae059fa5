import { sql, type SQL } from 'drizzle-orm'
import { mostShown, type UndoConflict } from '#contract/bulk.ts'
import { formatMessage, type Message, say } from '#contract/i18n.ts'
import { toCell } from '#server/features/products/record-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChangeQueries } from './write-changes.ts'

const word = (message: Message): SQL => sql`${formatMessage(message)}`.inlineParams()

/** Why a row is left alone. */
const reasons = {
  gone: word(say('It no longer exists.')),
  changed: word(say('It has been changed since.')),
  ordered: word(say('Orders contain it.')),
  onChannel: word(say('It is listed on a channel.')),
  onAmazon: word(say('It is listed on Amazon.')),
  reserved: word(say('Units of it were reserved for orders.')),
  counted: word(say('Amazon has counted it.')),
  amazonCode: word(say('Amazon identifies this SKU by its new code.')),
  takenCode: word(say('Another SKU now has its old code.')),
}

/**
 * Joins the changed rows of a change set with their current state into the temporary table `undoing`. A row is put back
 * only where nobody has changed it since; otherwise `reason` says why it is left alone.
 */
export async function planUndo(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    create temp table undoing on commit drop as
    select row_number, resource, resource_id, label, is_new, before, after, product_id, current, case
      when current is null then ${reasons.gone}
      when exists (
        select from jsonb_each(current) as field
        where after ? field.key
          and field.value not in (after -> field.key, coalesce(before -> field.key, after -> field.key))
      ) then ${reasons.changed}
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
 * The columns of a SKU and a product as an upload creates them, apart from the columns of the file. Compared with the
 * current rows, to see whether anybody has edited them. The version cannot be used, since it grows even when a change
 * is undone. A new column of either table must be added here, or no added SKU can be undone.
 */
const untouchedSku = {
  fnsku: null,
  barcode: null,
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

/**
 * The listing was read from Amazon, or Amazon accepted it. A listing that Amazon rejected does not prevent the undo.
 */
const isListedOnAmazon = sql`and (t.read_at is not null or t.sent_at is not null and t.send_error is null)`

/** Rejects added SKUs that have been edited or used since: in orders, listings, holds or Amazon's counts. */
async function markTouchedSkus(tx: Tx, companyId: string): Promise<void> {
  const refers = (table: string, more = sql``) =>
    sql`exists (select from ${sql.identifier(table)} t where t.company_id = ${companyId} and t.sku_id = s.id ${more})`
  await tx.execute(sql`
    update undoing u set reason = found.reason
    from (
      select s.id, case
        when p.title <> s.title or to_jsonb(s) - ${ignoredColumns} <> ${JSON.stringify(untouchedSku)}::jsonb
          or to_jsonb(p) - ${ignoredColumns} <> ${JSON.stringify(untouchedProduct)}::jsonb then ${reasons.changed}
        when ${refers('order_items')} then ${reasons.ordered}
        when ${refers('listings')} then ${reasons.onChannel}
        when ${refers('amazon_listings', isListedOnAmazon)} then ${reasons.onAmazon}
        when ${refers('stock_holds')} then ${reasons.reserved}
        when ${refers('inventory_snapshots', sql`and t.source = 'amazon'`)} then ${reasons.counted}
      end as reason
      from undoing added
      join skus s on s.company_id = ${companyId} and s.id = added.resource_id
      join products p on p.company_id = ${companyId} and p.id = s.product_id
      where added.is_new and added.reason is null
    ) as found
    where u.is_new and u.resource_id = found.id and found.reason is not null`)
}

/**
 * Rejects codes that cannot be restored: Amazon knows the SKU by the new code, or another SKU has taken the old one. A
 * SKU that keeps its code may block another one, so this repeats until no more are rejected.
 */
async function markLostCodes(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update undoing u set reason = ${reasons.amazonCode}
    from skus s
    where ${goesBackToCode} and s.company_id = ${companyId} and s.id = u.resource_id and s.last_amazon_sync is not null`)
  for (let refused: number | null = 1; refused;) {
    const { rowCount } = await tx.execute(sql`
      update undoing u set reason = ${reasons.takenCode}
      from skus holder
      where ${goesBackToCode} and holder.company_id = ${companyId} and holder.sku = u.before ->> 'sku'
        and not exists (select from undoing leaving where leaving.resource_id = holder.id and ${leavesCode})`)
    refused = rowCount
  }
}

const goesBackToCode = sql`u.reason is null and u.resource = 'sku' and u.before ->> 'sku' <> u.current ->> 'sku'`

const leavesCode = sql`leaving.reason is null and leaving.resource = 'sku'
  and (leaving.is_new or leaving.before ->> 'sku' <> leaving.current ->> 'sku')`

const currentValue = (field: string) => sql`current ->> ${field}`.inlineParams()

const previousValue = (field: string) =>
  sql`case when before ? ${field} then before ->> ${field} else ${currentValue(field)} end`.inlineParams()

const goesBack = sql`not is_new and reason is null and not current @> before`

/** The rows of `undoing` that are put back, from the current to the previous values. */
export const undoChanges: ChangeQueries = {
  added: sql`
    select 0 as row_number, null::uuid as sku_id, null::uuid as product_id, '' as sku, '' as title,
      null::numeric as price, '' as asin, '' as category, 0 as quantity
    where false`,
  products: sql`
    select row_number, resource_id as product_id, ${currentValue('title')} as title_from, ${previousValue('title')} as title_to,
      ${currentValue('category')} as category_from, ${previousValue('category')} as category_to
    from undoing where resource = 'product' and ${goesBack}`,
  skus: sql`
    select row_number, resource_id as sku_id, ${currentValue('sku')} as sku_from, ${previousValue('sku')} as sku_to,
      ${currentValue('title')} as title_from, ${previousValue('title')} as title_to,
      (${currentValue('price')})::numeric(10, 2) as price_from, (${previousValue('price')})::numeric(10, 2) as price_to,
      ${currentValue('asin')} as asin_from, ${previousValue('asin')} as asin_to
    from undoing where resource = 'sku' and ${goesBack}`,
  stock: sql`
    select row_number, resource_id as sku_id, label, (${currentValue('quantity')})::int as quantity_from,
      (${previousValue('quantity')})::int as quantity_to
    from undoing where resource = 'stock' and ${goesBack}`,
}

/** Deletes the added SKUs with their counts and levels, and their products unless these have other SKUs. */
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

/** Records the deleted SKUs in the undo's own change set, with an empty `after`. */
export async function recordDeletedSkus(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    insert into change_set_rows (company_id, change_set_id, row_number, resource, resource_id, label, before, after)
    select ${companyId}::uuid, ${changeSetId}::uuid, row_number, resource, resource_id, label, current, '{}'
    from undoing where is_new and reason is null`)
}

export async function recordUndoOutcomes(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    update change_set_rows r set undo_outcome = case when u.reason is null then 'undone' else 'conflict' end
    from undoing u
    where r.company_id = ${companyId} and r.change_set_id = ${changeSetId}
      and r.row_number = u.row_number and r.resource = u.resource`)
}

/** `removed` counts the undone rows whose SKU had been added by the change set. */
export type UndoCounts = { undone: number; removed: number; conflicted: number; lastReadAt: string | null }

/** Counts rows of the change set: a row counts as undone only if every part of it is put back. */
export async function countUndone(tx: Tx, companyId: string): Promise<UndoCounts> {
  const { rows } = await tx.execute<UndoCounts>(sql`
    select count(*) filter (where not is_conflicted)::int as undone,
      count(*) filter (where is_new and not is_conflicted)::int as removed,
      count(*) filter (where is_conflicted)::int as conflicted, max(read_at) as "lastReadAt"
    from (
      select u.row_number, bool_or(u.is_new) as is_new, bool_or(u.reason is not null) as is_conflicted,
        max(l.read_at) as read_at
      from undoing u
      left join stock_levels l on l.company_id = ${companyId} and l.sku_id = u.resource_id and u.resource = 'stock'
      group by u.row_number
    ) as row_by_row`)
  return rows[0] ?? { undone: 0, removed: 0, conflicted: 0, lastReadAt: null }
}

type Fields = Record<string, unknown>

type ConflictRow = Omit<UndoConflict, 'cells'> & { before: Fields | null; after: Fields; current: Fields | null }

export async function listConflicts(tx: Tx): Promise<UndoConflict[]> {
  const { rows } = await tx.execute<ConflictRow>(sql`
    select row_number as row, resource, label, reason, before, after, current
    from undoing where reason is not null order by row_number, resource limit ${mostShown}`)
  return rows.map(({ before, after, current, ...left }) => ({
    ...left,
    cells: Object.keys(after).map((field) => ({
      field,
      before: toCell(before?.[field]),
      after: toCell(after[field]),
      current: toCell(current?.[field]),
    })),
  }))
}
