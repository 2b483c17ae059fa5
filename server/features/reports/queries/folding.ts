import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Days in UTC of which one row could say what several say. */
export async function listCrowdedDays(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select day::text from (
      select (slot at time zone 'UTC')::date as day from sales_slots where company_id = ${companyId}
      group by slot, channel_id, currency having count(*) > 1
      union
      select day from sku_sales where company_id = ${companyId} group by day, sku_id having count(*) > 1
    ) as crowded order by day`)
  return rows.map(({ day }) => day)
}

/**
 * Puts one row in place of the many of a quarter of an hour, a channel and a currency. Rows that are written meanwhile are
 * not seen here and stay; of two that fold at once, the second finds nothing left of what the first took.
 */
export async function foldSlots(tx: Tx, companyId: string, day: string): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with crowded as (
      select slot, channel_id, currency from sales_slots
      where company_id = ${companyId} and slot >= ${`${day}T00:00:00Z`}::timestamptz
        and slot < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'
      group by slot, channel_id, currency having count(*) > 1
    ), gone as (
      delete from sales_slots s using crowded c
      where s.company_id = ${companyId} and s.slot = c.slot and s.channel_id is not distinct from c.channel_id
        and s.currency = c.currency
      returning s.*
    ), sums as (
      insert into sales_slots (company_id, id, slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)
      select ${companyId}::uuid, new_id(), slot, channel_id, currency, sum(orders), sum(cancelled), sum(units), sum(revenue),
        sum(discounts), sum(shipping), sum(tax)
      from gone group by slot, channel_id, currency
      having (sum(orders), sum(cancelled), sum(units), sum(revenue), sum(discounts), sum(shipping), sum(tax))
        <> (0, 0, 0, 0, 0, 0, 0)
    )
    select count(*)::int as folded from gone`)
  return rows[0]?.folded ?? 0
}

/** The same for the SKUs of a day. */
export async function foldSkuSales(tx: Tx, companyId: string, day: string): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with crowded as (
      select sku_id from sku_sales where company_id = ${companyId} and day = ${day}::date
      group by sku_id having count(*) > 1
    ), gone as (
      delete from sku_sales s using crowded c
      where s.company_id = ${companyId} and s.day = ${day}::date and s.sku_id = c.sku_id
      returning s.sku_id, s.units
    ), sums as (
      insert into sku_sales (company_id, id, day, sku_id, units)
      select ${companyId}::uuid, new_id(), ${day}::date, sku_id, sum(units) from gone
      group by sku_id having sum(units) <> 0
    )
    select count(*)::int as folded from gone`)
  return rows[0]?.folded ?? 0
}
