import { sql } from 'drizzle-orm'
import type { StockMovement } from '#contract/inventory.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/moments.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { assertSkuExists } from './skus.ts'

type MovementRecord = StockMovement & { key: number }

/** A page takes one row more than it shows, so that the change of its last row is known too. */
export async function listMovements(
  tx: Tx,
  { companyId, skuId, ...query }: PageQuery & { companyId: string; skuId: string },
): Promise<Page<StockMovement>> {
  await assertSkuExists(tx, companyId, skuId)
  const ofSku = sql`company_id = ${companyId} and sku_id = ${skuId}`
  const follows = olderThan(query.cursor, sql`captured_at`, sql`id`) ?? sql`true`
  const found = await tx.execute<MovementRecord>(sql`
    with page as (
      select * from inventory_snapshots where ${ofSku} and ${follows}
      order by captured_at desc, id desc limit ${query.limit + 1}
    )
    select id, source, captured_at as "capturedAt", qty_available as "qtyAvailable", qty_reserved as "qtyReserved",
      qty_inbound as "qtyInbound", qty_available - lead(qty_available) over newest_first as change,
      ${microsecondsOf(sql`captured_at`)} as key
    from page window newest_first as (order by captured_at desc, id desc)
    order by captured_at desc, id desc`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from inventory_snapshots where ${ofSku}`,
  )
  const page = toPage(found.rows, query.limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toMovement) }
}

const toMovement = ({ key: _key, ...row }: MovementRecord): StockMovement => ({
  ...row,
  capturedAt: iso(row.capturedAt),
})
