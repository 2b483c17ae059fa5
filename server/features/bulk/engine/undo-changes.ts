import { sql } from 'drizzle-orm'
import { mostShown, type UndoConflict } from '#contract/bulk.ts'
import { toCell } from '#server/features/products/cell-text.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChangeQueries } from './changes.ts'

const goesBack = sql`not is_new and reason is null and not current @> before`

const currentValue = (field: string) => sql`current ->> ${sql.raw(`'${field}'`)}`
const previousValue = (field: string) =>
  sql`case when before ? ${sql.raw(`'${field}'`)} then before ->> ${sql.raw(`'${field}'`)} else ${currentValue(field)} end`

/** What goes back in `undoing`, from what it is to what it was. */
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

export async function recordUndoOutcomes(tx: Tx, companyId: string, changeSetId: string): Promise<void> {
  await tx.execute(sql`
    update change_set_rows r set undo_outcome = case when u.reason is null then 'undone' else 'conflict' end
    from undoing u
    where r.company_id = ${companyId} and r.change_set_id = ${changeSetId}
      and r.row_number = u.row_number and r.resource = u.resource`)
}

/** `removed` are those of the undone that had been added. */
export type UndoCounts = { undone: number; removed: number; conflicted: number; lastReadAt: string | null }

/** Counted by rows, as the change set itself is: a row with anything left alone is not undone. */
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
