import { sql, type SQL } from 'drizzle-orm'
import { mostShown, type PreviewRow } from '#contract/bulk.ts'
import { riskLimits } from '#contract/risky-values.ts'
import { amazonOverwrites } from '#contract/sheet.ts'
import { fieldChanges } from '#server/features/products/record-changes.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { riskWarnings } from './risks.ts'

type Fields = Record<string, unknown>

type PlanRow = { row: number; sku: string; isNew: boolean; warnings: string[]; before: Fields | null; after: Fields }

/** The changes that the plan would make, rows with warnings first. */
export async function previewPlan(tx: Tx): Promise<{ warned: number; changes: PreviewRow[] }> {
  const { rows } = await tx.execute<PlanRow & { warned: number }>(sql`
    with warned as materialized (
      select *, ${planWarnings} as warnings, coalesce(title_from, product_title_from) as shown_title from planned
    )
    select row_number as row, sku_to as sku, is_new as "isNew", warnings,
      (select count(*)::int from warned where warnings <> '{}') as warned,
      case when not is_new then jsonb_build_object('sku', sku_from, 'title', shown_title, 'price', price_from::text,
        'quantity', quantity_from, 'asin', asin_from, 'category', category_from) end as before,
      jsonb_build_object('sku', sku_to, 'title', coalesce(title_to, product_title_to), 'price', price_to::text,
        'quantity', quantity_to, 'asin', asin_to, 'category', category_to) as after
    from warned
    where is_new or (sku_from, shown_title, price_from, quantity_from, asin_from, category_from)
      is distinct from (sku_to, coalesce(title_to, product_title_to), price_to, quantity_to, asin_to, category_to)
    order by warnings = '{}', row_number limit ${mostShown}`)
  return { warned: rows[0]?.warned ?? 0, changes: rows.map(toPreviewRow) }
}

const toPreviewRow = ({ row, sku, isNew, warnings, before, after }: PlanRow): PreviewRow => ({
  row,
  sku,
  isNew,
  cells: fieldChanges(before, after),
  warnings,
})

/** Conditions for warnings: risky changes, and others that are worth a look. */
const warnings: { says: string; when: SQL }[] = [
  ...riskWarnings,
  {
    says: 'The price at least doubles.',
    when: sql`price_from > 0 and price_to >= price_from * 2 and price_to < price_from * ${riskLimits.factor}::numeric`,
  },
  { says: 'The quantity drops to 0.', when: sql`quantity_from > 0 and quantity_to = 0` },
  { says: 'The ASIN is replaced with a different one.', when: sql`asin_from <> asin_to` },
  {
    says: amazonOverwrites,
    when: sql`is_held_by_amazon and quantity_from <> quantity_to`,
  },
]

/** SQL array of the warnings that apply to a row of `planned`. */
const planWarnings: SQL = sql`array_remove(array[${sql.join(
  warnings.map(({ says, when }) => sql`case when ${when} then ${says} end`),
  sql`, `,
)}], null)`
