import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { InventoryAlert } from '#contract/inventory.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { activeLevels } from './levels.ts'
import { readLowStockThreshold } from './threshold.ts'

const FewestFirst = z.tuple([z.int32(), z.uuid()])

type AlertRecord = { id: string; sku: string; title: string; qtyAvailable: number }

export async function listAlerts(tx: Tx, companyId: string, query: PageQuery): Promise<Page<InventoryAlert>> {
  const lowLevels = await readLowLevels(tx, companyId)
  const keys = decodeCursor(query.cursor, FewestFirst)
  const follows = keys ? sql`and (l.qty_free, l.sku_id) > (${keys[0]}, ${keys[1]})` : sql``
  const found = await tx.execute<AlertRecord>(sql`
    with page as (
      select l.sku_id, l.qty_free from ${lowLevels} ${follows}
      order by l.qty_free, l.sku_id limit ${query.limit + 1}
    )
    select s.id, s.sku, coalesce(s.title, p.title) as title, page.qty_free as "qtyAvailable" from page
    join skus s on s.company_id = ${companyId} and s.id = page.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    order by page.qty_free, page.sku_id`)
  const page = toPage(found.rows, query.limit, await countLow(tx, lowLevels), (row) => [row.qtyAvailable, row.id])
  return { ...page, rows: page.rows.map(toAlert) }
}

export async function countAlerts(tx: Tx, companyId: string): Promise<number> {
  return countLow(tx, await readLowLevels(tx, companyId))
}

/**
 * How many there were at a moment: those that are low since then, and those whose time of being low has ended since. A SKU
 * that nobody has counted is low from its birth on.
 */
export async function countAlertsAt(tx: Tx, companyId: string, moment: Date): Promise<number> {
  const at = sql`${moment.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select l.sku_id from ${await readLowLevels(tx, companyId)} and coalesce(l.low_since, l.created_at) <= ${at}
      union
      select e.sku_id from low_stock_spells e
      join skus s on s.company_id = e.company_id and s.id = e.sku_id and s.is_active
      where e.company_id = ${companyId} and e.ended_at > ${at} and e.began_at <= ${at}
    ) as low`)
  return rows[0]?.total ?? 0
}

/** Read first and put in as a number, so that the plan knows how many there will be. */
const readLowLevels = async (tx: Tx, companyId: string): Promise<SQL> =>
  sql`${activeLevels(companyId)} and l.qty_free <= ${await readLowStockThreshold(tx, companyId)}`

async function countLow(tx: Tx, lowLevels: SQL): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`select count(*)::int as total from ${lowLevels}`)
  return rows[0]?.total ?? 0
}

const toAlert = ({ qtyAvailable, ...sku }: AlertRecord): InventoryAlert => ({ sku, inventory: { qtyAvailable } })
