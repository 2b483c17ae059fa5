import { sql } from 'drizzle-orm'
import type { StockHistory } from '#contract/inventory.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { assertSkuExists } from './skus.ts'

type Span = { companyId: string; skuId: string; days: number; now: Date }

/** For each day, today included, the last count before it ended where the company is; one look into the index per day. */
const readHistory = prepared<StockHistory[number]>(
  () => sql`
  with here as (
    select company_id, time_zone as zone, (${sql.placeholder('now')}::timestamptz at time zone time_zone)::date as today
    from company_settings where company_id = ${companyParameter}
  )
  select to_char(days.day, 'YYYY-MM-DD') as day, last.qty_available as "qtyAvailable",
    last.qty_reserved as "qtyReserved", last.qty_inbound as "qtyInbound"
  from here
  cross join lateral (
    select today - back as day from generate_series(0, ${sql.placeholder('days')}::int - 1) as back
  ) as days
  cross join lateral (
    select s.qty_available, s.qty_reserved, s.qty_inbound from inventory_snapshots s
    where s.company_id = here.company_id and s.sku_id = ${sql.placeholder('skuId')}
      and s.captured_at < ((days.day + 1)::timestamp at time zone here.zone)
    order by s.captured_at desc, s.id desc limit 1
  ) as last
  order by days.day`,
)

export async function readStockHistory(tx: Tx, { companyId, skuId, days, now }: Span): Promise<StockHistory> {
  const [history] = await Promise.all([
    readHistory(tx, { companyId, skuId, days, now: now.toISOString() }),
    assertSkuExists(tx, companyId, skuId),
  ])
  return history
}
