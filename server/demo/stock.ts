import { asc, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { lowStockSpells } from '#server/platform/db/schema/stock.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { countsOf, type Count, lowSince, spellsOf } from './stock-counts.ts'

/** Adds ninety days of counts, the resulting levels and the spells of low stock. */
export async function addStock(tx: Tx, companyId: string, now: Date): Promise<void> {
  const all = await tx.select().from(skus).orderBy(asc(skus.sku))
  const histories = all.map((sku) => {
    const counts = countsOf({ ...sku, isHeldByAmazon: sku.stockHolder === 'amazon' }, now)
    return { counts, readAt: sku.stockHolder === 'amazon' ? sku.lastAmazonSync : null }
  })
  await writeCounts(
    tx,
    companyId,
    histories.flatMap(({ counts }) => counts),
  )
  await writeLevels(
    tx,
    companyId,
    histories.flatMap(({ counts, readAt }) => levelAfter(counts, readAt)),
  )
  const spells = histories.flatMap(({ counts }) => spellsOf(counts))
  await insertRows(
    tx,
    lowStockSpells,
    spells.map((spell) => ({ companyId, id: newId(spell.endedAt.getTime()), ...spell })),
  )
}

const columns = sql`"skuId" uuid, source text, "qtyAvailable" int, "qtyReserved" int, "qtyInbound" int`

/** JSON in one statement: thousands of rows would exceed PostgreSQL's limit of parameters. */
async function writeCounts(tx: Tx, companyId: string, counts: Count[]): Promise<void> {
  const rows = counts.map((count) => ({ id: newId(count.capturedAt.getTime()), ...count }))
  await tx.execute(sql`
    insert into inventory_snapshots
      (company_id, id, sku_id, source, qty_available, qty_reserved, qty_inbound, captured_at, created_at)
    select ${companyId}::uuid, id, "skuId", source, "qtyAvailable", "qtyReserved", "qtyInbound",
      "capturedAt", "capturedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as count(id uuid, ${columns}, "capturedAt" timestamptz)`)
}

type Level = Omit<Count, 'capturedAt'> & { readAt: Date; lowSince: Date | null }

async function writeLevels(tx: Tx, companyId: string, levels: Level[]): Promise<void> {
  await tx.execute(sql`
    update stock_levels set source = level.source, qty_available = "qtyAvailable", qty_reserved = "qtyReserved",
      qty_inbound = "qtyInbound", read_at = "readAt", low_since = "lowSince", updated_at = "readAt"
    from json_to_recordset(${JSON.stringify(levels)}::json)
      as level(${columns}, "readAt" timestamptz, "lowSince" timestamptz)
    where company_id = ${companyId} and sku_id = "skuId"`)
}

/** Amazon is read more often than its counts change, so the level's read time is the last sync. */
function levelAfter(counts: Count[], readAt: Date | null): Level[] {
  const last = counts.at(-1)
  if (!last) return []
  const { capturedAt, ...count } = last
  return [{ ...count, readAt: readAt ?? capturedAt, lowSince: lowSince(counts) }]
}
