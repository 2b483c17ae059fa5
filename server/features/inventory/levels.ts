import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime, companyParameter, prepared } from '#server/platform/db/prepared.ts'

/** Locks the stock levels of `skus`, a select of SKU ids, in the order of the ids to prevent deadlocks. */
export async function lockLevels(tx: Tx, companyId: string, skus: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (select distinct sku_id from (${skus}) as skus(sku_id) order by sku_id) as wanted
    cross join lateral (${levelOf(companyId, sql`wanted.sku_id`)} for update) as locked`)
}

/** Recomputes what depends on the open holds: `qty_held` and `low_since`. */
export async function refreshLevels(tx: Tx, companyId: string, skus: SQL, at: Date): Promise<void> {
  await tx.execute(sql`
    with refreshed as (
      select l.sku_id, held.quantity as qty_held,
        ${lowSince(companyId, sql`l.qty_available - held.quantity`, at)} as low_since
      from (select distinct sku_id from (${skus}) as skus(sku_id)) as wanted
      cross join lateral (${levelOf(companyId, sql`wanted.sku_id`)}) as l
      cross join lateral (
        select coalesce(sum(quantity), 0)::int as quantity from (${openHoldsOf(companyId, sql`wanted.sku_id`)}) as h
      ) as held
    )
    update stock_levels l set qty_held = refreshed.qty_held, low_since = refreshed.low_since, updated_at = now()
    from refreshed
    where l.company_id = ${companyId} and l.sku_id = refreshed.sku_id
      and (l.qty_held, l.low_since) is distinct from (refreshed.qty_held, refreshed.low_since)`)
}

/**
 * Recomputes `low_since` of all levels after a change of the low stock threshold. Locks all levels: a concurrent count
 * has either read the old threshold before, or waits and reads the new one.
 */
export async function onThresholdChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  const all = sql`select sku_id from stock_levels where company_id = ${ctx.companyId}`
  await lockLevels(tx, ctx.companyId, all)
  await refreshLevels(tx, ctx.companyId, all, ctx.clock.now())
  await ctx.publishChange(tx, 'inventory')
}

/**
 * Selects the level `l` of one SKU by its key. `offset 0` keeps PostgreSQL from turning the look-up into a scan of all
 * levels.
 */
export const levelOf = (companyId: string, skuId: SQL): SQL => sql`
  select l.* from stock_levels l where l.company_id = ${companyAtRunTime(companyId)} and l.sku_id = ${skuId} offset 0`

/** Selects the open holds `h` of one SKU, in the same way. */
export const openHoldsOf = (companyId: string, skuId: SQL): SQL => sql`
  select h.* from stock_holds h
  where h.company_id = ${companyAtRunTime(companyId)} and h.sku_id = ${skuId} and h.ended_at is null offset 0`

/** Units held per SKU; SKUs without holds are missing. */
export const unitsHeld = (companyId: string, skus: SQL): SQL => sql`
  select sku_id, sum(quantity)::int as quantity from stock_holds
  where company_id = ${companyId} and ended_at is null and sku_id in (${skus}) group by sku_id`

/**
 * Since when the level `l` has been low, if `free` units are left. Kept while it stays low, so that an alert is sent
 * once.
 */
export const lowSince = (companyId: string, free: SQL, at: Date): SQL => sql`
  case when greatest(${free}, 0) <= ${lowStockThreshold(companyId)}
    then coalesce(l.low_since, ${at.toISOString()}::timestamptz) end`

/**
 * Levels `l` of active SKUs. Ends with a condition, so that another one can follow with `and`. Excluding the few
 * inactive SKUs by their partial index is cheaper than joining the active ones.
 */
export const activeLevels = (companyId: SQLWrapper | string): SQL => sql`
  stock_levels l where l.company_id = ${companyId} and not exists (
    select from skus i where i.company_id = ${companyId} and i.id = l.sku_id and not i.is_active
  )`

/** The company's low stock threshold as a subquery: a SKU is low at or below it. */
export const lowStockThreshold = (companyId: SQLWrapper | string): SQL => sql`
  (select low_stock_threshold from company_settings where company_id = ${companyId})`

const readThreshold = prepared<{ threshold: number | null }>(
  () => sql`select ${lowStockThreshold(companyParameter)} as threshold`,
)

export async function readLowStockThreshold(tx: Tx, companyId: string): Promise<number> {
  const [found] = await readThreshold(tx, { companyId })
  return found?.threshold ?? defaultLowStockThreshold
}
