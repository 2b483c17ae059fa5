import { sql } from 'drizzle-orm'
import type { StockMovement } from '#contract/inventory.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { companyParameter, prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { cursorValues, microsecondsOf, olderThanCursor, toPage } from '#server/platform/paging.ts'
import { assertSkuExists } from './skus.ts'

type MovementRecord = StockMovement & { key: number }

const ofSku = sql`company_id = ${companyParameter} and sku_id = ${sql.placeholder('skuId')}`

/** A page takes one row more than it shows, so that the change of its last row is known too. */
const readMovements = preparedVariants<MovementRecord, { hasCursor: boolean }>(
  ({ hasCursor }) => sql`
  with page as (
    select * from inventory_snapshots
    where ${ofSku} and ${hasCursor ? olderThanCursor(sql`captured_at`, sql`id`) : sql`true`}
    order by captured_at desc, id desc limit ${sql.placeholder('limit')}
  )
  select id, source, captured_at as "capturedAt", qty_available as "qtyAvailable", qty_reserved as "qtyReserved",
    qty_inbound as "qtyInbound", qty_available - lead(qty_available) over newest_first as change,
    ${microsecondsOf(sql`captured_at`)} as key
  from page window newest_first as (order by captured_at desc, id desc)
  order by captured_at desc, id desc`,
)

const countMovements = prepared<{ total: number }>(
  () => sql`select count(*)::int as total from inventory_snapshots where ${ofSku}`,
)

export async function listMovements(
  tx: Tx,
  { companyId, skuId, cursor, limit }: PageQuery & { companyId: string; skuId: string },
): Promise<Page<StockMovement>> {
  const values = { companyId, skuId, ...cursorValues(cursor), limit: limit + 1 }
  const [found, [counted]] = await Promise.all([
    readMovements({ hasCursor: cursor !== undefined })(tx, values),
    countMovements(tx, { companyId, skuId }),
    assertSkuExists(tx, companyId, skuId),
  ])
  const page = toPage(found, limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toMovement) }
}

const toMovement = ({ key: _key, ...row }: MovementRecord): StockMovement => ({
  ...row,
  capturedAt: iso(row.capturedAt),
})
