import { type SQL, sql } from 'drizzle-orm'
import { asMessage, type Message, say } from '#contract/i18n.ts'
import { cannotRename, type SheetColumn, type SheetUpdate } from '#contract/sheet.ts'
import type { Tx } from '#server/platform/db/client.ts'

/*
 * The steps of a bulk change, all set-based and in one `bulkTransaction`:
 *
 * 1. `createStaging`, `stageUploadRows` or `stageSheetUpdates`: the input as the temporary table `staged`.
 * 2. `lockStagedRows` (bulk-transaction.ts): row locks on products, SKUs and stock levels.
 * 3. `createPlan`: `staged` joined with the current rows, as the temporary table `planned`.
 * 4. `markBlockedRowsStale`, `findViolations`, `deletePlanRows`: optimistic locking and the rules that span rows.
 * 5. `writeChanges` and `recordChangedRows` (write-changes.ts): what differs in `planned`, and its history for undo.
 */

/** How staged rows identify SKUs: an upload by code, the sheet by id. */
export type SkuKey = 'code' | 'id'

/**
 * Creates the temporary table `staged` for the rows of an upload or a sheet. Null leaves a cell unchanged; an empty
 * category clears it.
 */
export async function createStaging(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temp table staged (
      row_number int not null, sku_id uuid, version int,
      sku text, title text, price numeric(10, 2), quantity int, asin text, category text,
      clears_price boolean not null default false, clears_asin boolean not null default false
    ) on commit drop`)
}

/** `chunk` is a JSON text of `UploadRow[]`. */
export async function stageUploadRows(tx: Tx, chunk: string): Promise<void> {
  await tx.execute(sql`
    insert into staged (row_number, sku, title, price, quantity, asin, category)
    select "row", sku, title, price, quantity, asin, category
    from json_to_recordset(${chunk}::json)
      as given("row" int, sku text, title text, price numeric, quantity int, asin text, category text)`)
}

export async function stageSheetUpdates(tx: Tx, updates: SheetUpdate[]): Promise<void> {
  await tx.execute(sql`
    insert into staged
    select row_number, id, version, sku, title, price, quantity, asin, category, clears_price, clears_asin
    from json_to_recordset(${JSON.stringify(updates.map(toStaged))}::json)
      as given(row_number int, id uuid, version int, sku text, title text, price numeric, quantity int, asin text,
        category text, clears_price boolean, clears_asin boolean)`)
}

const toStaged = ({ category, ...update }: SheetUpdate, index: number) => ({
  ...update,
  row_number: index + 1,
  category: category === null ? '' : category,
  clears_price: update.price === null,
  clears_asin: update.asin === null,
})

/** Collects statistics, which a temporary table lacks and the planner needs for joins of 50,000 rows. */
export async function analyzeStaging(tx: Tx, rows: number): Promise<void> {
  await tx.execute(sql`analyze staged`)
  await expectManyRows(tx, rows)
}

/** Below it, looking rows up one by one costs less than reading the whole catalog. */
const manyRows = 100

/**
 * Forbids comparing each row with each for the rest of the transaction. PostgreSQL would choose that for a company of which it has no
 * statistics yet: it takes its catalog for a single row.
 */
export async function expectManyRows(tx: Tx, rows: number): Promise<void> {
  if (rows >= manyRows) await tx.execute(sql`set local enable_nestloop = off`)
}

export const stagedSku = (companyId: string, key: SkuKey): SQL =>
  sql`s.company_id = ${companyId} and ${key === 'code' ? sql`s.sku = g.sku` : sql`s.id = g.sku_id`}`

/**
 * Joins the staged rows with the database into the temporary table `planned`, with the current value (`…_from`) and the
 * new value (`…_to`) of each column. Optimistic locking: `is_stale` marks rows whose SKU version has changed since the
 * sheet was loaded. A title belongs to the SKU; while its product has no other SKU, it becomes the product's title too.
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
      p.title as product_title_from, case when retitled and coalesce(siblings.skus, 1) = 1 then g.title else p.title end as product_title_to,
      s.price as price_from, case when not clears_price then coalesce(g.price, s.price) end as price_to,
      s.asin as asin_from, case when not clears_asin then coalesce(g.asin, s.asin) end as asin_to,
      p.category as category_from, coalesce(g.category, p.category, '') as category_to,
      l.qty_available as quantity_from, coalesce(g.quantity, l.qty_available) as quantity_to
    from staged g
    left join skus s on ${stagedSku(companyId, key)}
    left join products p on p.company_id = ${companyId} and p.id = s.product_id
    left join stock_levels l on l.company_id = ${companyId} and l.sku_id = s.id
    left join ${siblings(companyId, key)} on siblings.product_id = s.product_id
    cross join lateral (select coalesce(g.title <> coalesce(s.title, p.title), g.title is not null)) as typed(retitled)`)
}

/** How many SKUs the products of the staged rows have: counted at once, since a subquery per row can read the whole catalog each time. */
const siblings = (companyId: string, key: SkuKey) => sql`(
  select other.product_id, count(*) as skus from skus other
  where other.company_id = ${companyId}
    and other.product_id in (select s.product_id from staged g join skus s on ${stagedSku(companyId, key)})
  group by other.product_id
) as siblings`

/**
 * Marks rows as stale that want the code of a stale row: that row is not written and keeps its code. Repeated until
 * nothing changes, since a blocked row blocks others in turn.
 */
export async function markBlockedRowsStale(tx: Tx): Promise<void> {
  for (let spread: number | null = 1; spread;) {
    const { rowCount } = await tx.execute(sql`
      update planned wanting set is_stale = true
      from planned holder
      where holder.is_stale and not wanting.is_stale and wanting.sku_to <> wanting.sku_from
        and wanting.sku_to = holder.sku_from`)
    spread = rowCount
  }
}

/** A row of the plan that breaks a rule which depends on other rows of the plan or of the database. */
type RuleViolation = { row: number; column: SheetColumn; reason: Message }

type BrokenRule = Pick<RuleViolation, 'row' | 'column'> & {
  rule: keyof typeof ruleTexts | 'one category'
  first: string | null
  last: string | null
}

const ruleTexts = {
  'no rename': asMessage(cannotRename),
  'free code': say('A SKU with this code already exists'),
  complete: say('There is no SKU with this code. A new one needs Title, Price and Quantity'),
}

const textOf = ({ rule, first, last }: BrokenRule): Message =>
  rule === 'one category'
    ? say('The rows of one product name different categories: {first}, {last}', {
        first: first ?? '',
        last: last ?? '',
      })
    : ruleTexts[rule]

export async function findViolations(tx: Tx, companyId: string): Promise<RuleViolation[]> {
  const { rows } = await tx.execute<BrokenRule>(sql`
    with renamed as materialized (select * from planned where sku_from <> sku_to and not is_stale)
    select row_number as row, 'sku' as column, 'no rename' as rule, null as first, null as last
    from renamed where is_known_to_amazon
    union all
    select row_number, 'sku', 'free code', null, null
    from renamed r
    where not is_known_to_amazon and (
      exists (select from renamed twin where twin.sku_to = r.sku_to and twin.sku_id <> r.sku_id)
      or exists (
        select from skus s where s.company_id = ${companyId} and s.sku = r.sku_to
          and s.id not in (select sku_id from renamed)
      )
    )
    union all
    select row_number, 'sku', 'complete', null, null
    from planned where is_new and (title_to is null or price_to is null or quantity_to is null)
    union all
    select row_number, 'category', 'one category', first, last
    from (
      select row_number, min(category_to) over same_product as first, max(category_to) over same_product as last
      from planned where gives_category and not is_new and not is_stale
      window same_product as (partition by product_id)
    ) as given
    where first <> last
    order by row`)
  return rows.map((broken) => ({ row: broken.row, column: broken.column, reason: textOf(broken) }))
}

export async function deletePlanRows(tx: Tx, rowNumbers: number[]): Promise<void> {
  if (rowNumbers.length === 0) return
  await tx.execute(sql`delete from planned where row_number = any(${sql.param(rowNumbers)}::int[])`)
}

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
