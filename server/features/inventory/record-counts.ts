import { type SQL, sql } from 'drizzle-orm'
import type { AdjustmentReason, StockSource } from '#contract/inventory.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { levelOf, lockLevels, lowSince, refreshLevels, unitsHeld } from './levels.ts'

type StockCounts = {
  companyId: string
  source: StockSource
  readAt: Date
  /** When Amazon reported these SKUs; undefined for other sources. */
  seenAt?: Date
  /** Of an adjustment. */
  reason?: AdjustmentReason
  note?: string | null
  /**
   * A select of sku_id, qty_available, qty_reserved and qty_inbound, one row per SKU. Null for reserved or inbound
   * keeps the current value. The select is executed several times.
   */
  counts: SQL
}

/**
 * Records counted stock of any number of SKUs, from Amazon, an upload or a person. The only place where counts change
 * stock. Returns how many SKUs have other quantities than before. Raising SKU versions is up to the caller: counts from
 * Amazon do not raise them.
 */
export async function recordCounts(tx: Tx, stockCounts: StockCounts): Promise<number> {
  const { companyId, source, readAt, seenAt } = stockCounts
  await lockLevels(tx, companyId, countedSkus(stockCounts))
  if (source === 'amazon') await endCountedHolds(tx, stockCounts)
  const { changed, late } = await addCounts(tx, stockCounts)
  if (late > 0 && seenAt) await updateLateSeenAt(tx, { ...stockCounts, seenAt })
  if (source === 'amazon' && late > 0) await refreshLevels(tx, companyId, lateSkus(stockCounts), readAt)
  return changed
}

/** The quantities with which SKUs are added. */
export async function recordFirstCounts(
  tx: Tx,
  { companyId, clock }: CompanyContext,
  given: readonly { skuId: string; quantity: number }[],
): Promise<void> {
  const counts = sql`
    select "skuId" as sku_id, quantity as qty_available, null::int as qty_reserved, null::int as qty_inbound
    from json_to_recordset(${JSON.stringify(given)}::json) as given("skuId" uuid, quantity int)`
  await recordCounts(tx, { companyId, source: 'adjustment', reason: 'counted', readAt: clock.now(), counts })
}

const countedSkus = ({ counts }: StockCounts): SQL => sql`select sku_id from (${counts}) as counts`

/** SKUs whose level already has a newer count. */
const lateSkus = (stockCounts: StockCounts): SQL => sql`
  select l.sku_id from (${stockCounts.counts}) as counts
  cross join lateral (${levelOf(stockCounts.companyId, sql`counts.sku_id`)}) as l
  where l.read_at > ${stockCounts.readAt.toISOString()}::timestamptz`

/** Ends holds that Amazon had accepted before its count was read: the count no longer includes their units. */
async function endCountedHolds(tx: Tx, stockCounts: StockCounts): Promise<void> {
  const { companyId, readAt } = stockCounts
  await tx.execute(sql`
    update stock_holds set ended_at = ${readAt.toISOString()}, ending = 'counted_by_amazon'
    where company_id = ${companyId} and ended_at is null and accepted_at < ${readAt.toISOString()}
      and sku_id in (${countedSkus(stockCounts)})`)
}

/**
 * Adds changed counts to the history (`inventory_snapshots`) and updates the levels. A late count, read before the
 * level's own, is compared with the history at its time and does not change the level. Returns how many levels changed
 * and how many counts were late.
 * Each level is written once, since PostgreSQL checks foreign keys again for a row that its transaction writes twice.
 * The upsert never inserts: it is used because it finds each level by its key (see `companyAtRunTime`).
 */
async function addCounts(tx: Tx, stockCounts: StockCounts): Promise<{ changed: number; late: number }> {
  const { companyId, source, readAt, seenAt, counts, reason = null, note = null } = stockCounts
  const read = sql`${readAt.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ changed: number; late: number }>(sql`
    with counts as materialized (${counts}),
    held as (${unitsHeld(companyId, sql`select sku_id from counts`)}),
    compared as materialized (
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
      cross join lateral (${levelOf(companyId, sql`c.sku_id`)}) as l
      left join held on held.sku_id = c.sku_id
      left join lateral (${countBefore(companyId, read)}) as before on true
    ),
    snapshots as (
      insert into inventory_snapshots
        (company_id, id, sku_id, source, qty_available, qty_reserved, qty_inbound, captured_at, reason, note)
      select ${companyId}::uuid, new_id(), sku_id, ${source}, qty_available, qty_reserved, qty_inbound, ${read},
        ${reason}::text, ${note}::text
      from compared
      where (qty_available, qty_reserved, qty_inbound)
        is distinct from (available_before, reserved_before, inbound_before)
    ),
    moved as (
      insert into stock_levels as l (company_id, sku_id, source, read_at, qty_available, qty_reserved, qty_inbound,
        qty_held, low_since, seen_at)
      select ${companyId}::uuid, sku_id, ${source}, ${read}, qty_available, qty_reserved, qty_inbound, qty_held, low_since,
        ${seenAt?.toISOString() ?? null}::timestamptz
      from compared where not is_late
      on conflict (company_id, sku_id) do update set source = excluded.source, read_at = excluded.read_at,
        qty_available = excluded.qty_available, qty_reserved = excluded.qty_reserved, qty_inbound = excluded.qty_inbound,
        qty_held = excluded.qty_held, low_since = excluded.low_since, seen_at = coalesce(excluded.seen_at, l.seen_at),
        updated_at = now()
    )
    select count(*) filter (where is_late)::int as late, count(*) filter (where not is_late
      and (qty_available, qty_reserved, qty_inbound) is distinct from
        (coalesce(available_before, 0), coalesce(reserved_before, 0), coalesce(inbound_before, 0)))::int as changed
    from compared`)
  return rows[0] ?? { changed: 0, late: 0 }
}

/** Late counts leave the levels unchanged, but still show that Amazon knows the SKUs. */
async function updateLateSeenAt(tx: Tx, stockCounts: StockCounts & { seenAt: Date }): Promise<void> {
  const { companyId, seenAt } = stockCounts
  await tx.execute(sql`
    update stock_levels set seen_at = greatest(seen_at, ${seenAt.toISOString()}::timestamptz)
    where company_id = ${companyId} and sku_id in (${lateSkus(stockCounts)})`)
}

/**
 * The count before this one: the level `l`, or for a late count the last snapshot at its time. Empty if there is none.
 */
const countBefore = (companyId: string, read: SQL): SQL => sql`
  select l.qty_available, l.qty_reserved, l.qty_inbound where l.read_at <= ${read}
  union all (
    select s.qty_available, s.qty_reserved, s.qty_inbound from inventory_snapshots s
    where l.read_at > ${read} and s.company_id = ${companyId} and s.sku_id = l.sku_id and s.captured_at <= ${read}
    order by s.captured_at desc, s.id desc limit 1
  )`
