import { sql } from 'drizzle-orm'
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
  const isLow = sql`and l.qty_free <= ${await readLowStockThreshold(tx, companyId)}`
  const keys = decodeCursor(query.cursor, FewestFirst)
  const follows = keys ? sql`and (l.qty_free, l.sku_id) > (${keys[0]}, ${keys[1]})` : sql``
  const found = await tx.execute<AlertRecord>(sql`
    with page as (
      select l.sku_id, l.qty_free from ${activeLevels(companyId)} ${isLow} ${follows}
      order by l.qty_free, l.sku_id limit ${query.limit + 1}
    )
    select s.id, s.sku, coalesce(s.title, p.title) as title, page.qty_free as "qtyAvailable" from page
    join skus s on s.company_id = ${companyId} and s.id = page.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    order by page.qty_free, page.sku_id`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${activeLevels(companyId)} ${isLow}`,
  )
  const page = toPage(found.rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.qtyAvailable, row.id])
  return { ...page, rows: page.rows.map(toAlert) }
}

const toAlert = ({ qtyAvailable, ...sku }: AlertRecord): InventoryAlert => ({ sku, inventory: { qtyAvailable } })
