import { sql, type SQL } from 'drizzle-orm'
import type { StockSource } from '#contract/inventory.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lowSince, unitsHeld } from './levels.ts'

export type Counting = {
  companyId: string
  source: StockSource
  readAt: Date
  /**
   * A select of sku_id, qty_available, qty_reserved and qty_inbound, one row per SKU. Where reserved or inbound is
   * null, nobody counted it and it stays as it was. It is run several times.
   */
  counts: SQL
}

export const countedSkus = ({ counts }: Counting): SQL => sql`select sku_id from (${counts}) as counts`

/** Counted, but read before the count that the level has. */
export const lateSkus = (counting: Counting): SQL => sql`
  select sku_id from stock_levels where company_id = ${counting.companyId}
    and read_at > ${counting.readAt.toISOString()}::timestamptz and sku_id in (${countedSkus(counting)})`

/** Amazon's count includes by now what it had accepted when the count was read. */
export async function endCountedHolds(tx: Tx, counting: Counting): Promise<void> {
  const { companyId, readAt } = counting
  await tx.execute(sql`
    update stock_holds set ended_at = ${readAt.toISOString()}, ending = 'counted_by_amazon'
    where company_id = ${companyId} and ended_at is null and accepted_at < ${readAt.toISOString()}
      and sku_id in (${countedSkus(counting)})`)
}

/**
 * Adds what differs from the count before it to the history, and moves the levels. What was read before the level's
 * own count comes late: it is compared with the history at its time and leaves the level alone.
 * A level is written once: PostgreSQL checks the foreign keys of a row that its transaction writes a second time.
 * Answers how many levels have other quantities than before.
 */
export async function addCounts(tx: Tx, counting: Counting): Promise<number> {
  const { companyId, source, readAt, counts } = counting
  const read = sql`${readAt.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ changed: number }>(sql`
    with counts as materialized (${counts}),
    held as (${unitsHeld(companyId, sql`select sku_id from counts`)}),
    judged as materialized (
      select l.sku_id, coalesce(l.read_at > ${read}, false) as is_late,
        c.qty_available::int as qty_available,
        coalesce(c.qty_reserved::int, before.qty_reserved, 0) as qty_reserved,
        coalesce(c.qty_inbound::int, before.qty_inbound, 0) as qty_inbound,
        before.qty_available as available_before,
        before.qty_reserved as reserved_before,
        before.qty_inbound as inbound_before,
        coalesce(held.quantity, 0) as qty_held,
        ${lowSince(companyId, sql`c.qty_available::int - coalesce(held.quantity, 0)`, readAt)} as low_since
      from counts c
      join stock_levels l on l.company_id = ${companyId} and l.sku_id = c.sku_id
      left join held on held.sku_id = c.sku_id
      left join lateral (${countBefore(companyId, read)}) as before on true
    ),
    snapshots as (
      insert into inventory_snapshots
        (company_id, id, sku_id, source, qty_available, qty_reserved, qty_inbound, captured_at)
      select ${companyId}::uuid, new_id(), sku_id, ${source}, qty_available, qty_reserved, qty_inbound, ${read}
      from judged
      where (qty_available, qty_reserved, qty_inbound)
        is distinct from (available_before, reserved_before, inbound_before)
    ),
    moved as (
      update stock_levels l set source = ${source}, read_at = ${read}, qty_available = judged.qty_available,
        qty_reserved = judged.qty_reserved, qty_inbound = judged.qty_inbound, qty_held = judged.qty_held,
        low_since = judged.low_since, updated_at = now()
      from judged where l.company_id = ${companyId} and l.sku_id = judged.sku_id and not judged.is_late
    )
    select count(*)::int as changed from judged
    where not is_late and (qty_available, qty_reserved, qty_inbound) is distinct from
      (coalesce(available_before, 0), coalesce(reserved_before, 0), coalesce(inbound_before, 0))`)
  return rows[0]?.changed ?? 0
}

/** The level `l` itself, or for a late read the last snapshot at its time; nothing where nobody had counted. */
const countBefore = (companyId: string, read: SQL): SQL => sql`
  select l.qty_available, l.qty_reserved, l.qty_inbound where l.read_at <= ${read}
  union all (
    select s.qty_available, s.qty_reserved, s.qty_inbound from inventory_snapshots s
    where l.read_at > ${read} and s.company_id = ${companyId} and s.sku_id = l.sku_id and s.captured_at <= ${read}
    order by s.captured_at desc, s.id desc limit 1
  )`
