import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { InventoryAlert, InventorySummary } from '#contract/inventory.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { decodeCursor, toPage, totalIn, withoutTotalRow, type WithTotal } from '#server/platform/paging.ts'
import { activeLevels, lowStockThreshold } from './levels.ts'

const FewestFirst = z.tuple([z.int32(), z.uuid()])

type AlertRecord = WithTotal<{ id: string; sku: string; title: string; qtyAvailable: number }>

/** Levels `l` of SKUs at or under the company's threshold. */
export const lowLevels = sql`${activeLevels(companyParameter)} and l.qty_free <= ${lowStockThreshold(companyParameter)}`

const howMany = sql`select count(*)::int as total from ${lowLevels}`

const readAlerts = preparedVariants<AlertRecord, { hasCursor: boolean }>(
  ({ hasCursor }) => sql`
  with page as (
    select l.company_id, l.sku_id, l.qty_free from ${lowLevels} ${hasCursor ? isLater : sql``}
    order by l.qty_free, l.sku_id limit ${sql.placeholder('limit')}
  )
  select counted.total as counted, s.id, s.sku, coalesce(s.title, p.title) as title, page.qty_free as "qtyAvailable"
  from (${howMany}) as counted
  left join page on true
  left join lateral (select * from skus where company_id = page.company_id and id = page.sku_id offset 0) as s on true
  left join lateral (select * from products where company_id = s.company_id and id = s.product_id offset 0) as p on true
  order by page.qty_free, page.sku_id`,
)

const isLater = sql`and (l.qty_free, l.sku_id) > (${sql.placeholder('free')}, ${sql.placeholder('skuId')})`

export async function listAlerts(
  tx: Tx,
  companyId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<InventoryAlert>> {
  const [free, skuId] = decodeCursor(cursor, FewestFirst) ?? []
  const records = await readAlerts({ hasCursor: cursor !== undefined })(tx, {
    companyId,
    free,
    skuId,
    limit: limit + 1,
  })
  const page = toPage(withoutTotalRow(records), limit, totalIn(records), (row) => [row.qtyAvailable, row.id])
  return { ...page, rows: page.rows.map(toAlert) }
}

const readCount = prepared<{ total: number }>(() => howMany)

export async function countAlerts(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await readCount(tx, { companyId })
  return counted?.total ?? 0
}

const at = sql`${sql.placeholder('at')}::timestamptz`

const readCountAt = prepared<{ total: number }>(
  () => sql`
  select count(*)::int as total from (
    select l.sku_id from ${lowLevels} and coalesce(l.low_since, l.created_at) <= ${at}
    union
    select e.sku_id from low_stock_spells e
    join skus s on s.company_id = e.company_id and s.id = e.sku_id and s.is_active
    where e.company_id = ${companyParameter} and e.ended_at > ${at} and e.began_at <= ${at}
  ) as low`,
)

/**
 * The number of low SKUs at a moment in the past: SKUs low since then, and SKUs whose low spell (`low_stock_spells`)
 * has ended since. A SKU without a count is low from its creation.
 */
export async function countAlertsAt(tx: Tx, companyId: string, moment: Date): Promise<number> {
  const [counted] = await readCountAt(tx, { companyId, at: moment.toISOString() })
  return counted?.total ?? 0
}

const toAlert = ({ id, sku, title, qtyAvailable }: AlertRecord): InventoryAlert => ({
  sku: { id, sku, title },
  inventory: { qtyAvailable },
})

const threshold = lowStockThreshold(companyParameter)

const readFigures = prepared<InventorySummary>(
  () => sql`
  select count(*)::int as "totalSkus",
    count(*) filter (where l.qty_free <= ${threshold})::int as "lowStock",
    count(*) filter (where l.qty_free = 0)::int as "outOfStock",
    coalesce(sum(l.qty_free), 0)::float8 as "totalUnits",
    ${threshold} as "lowStockThreshold"
  from ${activeLevels(companyParameter)}`,
)

export async function readSummary(tx: Tx, companyId: string): Promise<InventorySummary> {
  const [summary] = await readFigures(tx, { companyId })
  if (!summary) throw new Error('An aggregate without groups has one row')
  return summary
}
