import { sql } from 'drizzle-orm'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { companies } from '#server/platform/db/schema/companies.ts'

/**
 * Compacts the sales projections (`sales_slots`, `sku_sales`): each order appends rows to them, and this job sums these
 * up so that reports read few rows. One transaction per day.
 */
export async function foldSales(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.read((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) {
    try {
      folded += await foldSalesOf(ctx, id)
    } catch (error) {
      ctx.log.error(
        { err: error, companyId: id },
        'reports: could not compact the sales rows of a company; tried again in an hour',
      )
    }
  }
  return { folded }
}

async function foldSalesOf(ctx: PlatformContext, companyId: string): Promise<number> {
  let folded = 0
  for (const day of await ctx.read((tx) => listCrowdedDays(tx, companyId), companyId)) {
    const fold = async (tx: Tx) => (await foldSlots(tx, companyId, day)) + (await foldSkuSales(tx, companyId, day))
    folded += await ctx.transaction(fold, companyId)
  }
  return folded
}

/**
 * Ids are UUIDv7, so rows of the last three days are found by id. Older rows were compacted by an earlier run; if none
 * ran, they only take longer to sum up until their day is written to again.
 */
const firstYoungId = sql`encode(overlay(decode(repeat('00', 16), 'hex')
  placing substring(int8send((extract(epoch from now() - interval '3 days') * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid`

const crowdedDays = prepared<{ day: string }>(
  () => sql`
    with written as (
      select (slot at time zone 'UTC')::date as day from sales_slots where company_id = ${companyParameter} and id >= ${firstYoungId}
      union
      select day from sku_sales where company_id = ${companyParameter} and id >= ${firstYoungId}
    )
    select day::text from written w
    where exists (
      select from sales_slots s where s.company_id = ${companyParameter} and s.slot >= w.day::timestamp at time zone 'UTC'
        and s.slot < (w.day + 1)::timestamp at time zone 'UTC'
      group by s.slot, s.channel_id, s.currency having count(*) > 1
    ) or exists (
      select from sku_sales s where s.company_id = ${companyParameter} and s.day = w.day group by s.sku_id having count(*) > 1
    ) order by day`,
)

/** Days (UTC) with recent rows of which several could be one. */
async function listCrowdedDays(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await crowdedDays(tx, { companyId })
  return rows.map(({ day }) => day)
}

/**
 * Replaces the rows of one slot (a quarter of an hour), channel and currency by their sum. Rows inserted concurrently
 * are not in the snapshot and stay; of two concurrent runs the second finds nothing left to delete.
 */
async function foldSlots(tx: Tx, companyId: string, day: string): Promise<number> {
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

/** Replaces the rows of one SKU and day by their sum. */
async function foldSkuSales(tx: Tx, companyId: string, day: string): Promise<number> {
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
