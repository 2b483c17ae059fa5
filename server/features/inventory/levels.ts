import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { defaultLowStockThreshold } from '#contract/stock-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime, companyParameter, prepared } from '#server/platform/db/prepared.ts'

/** `skus` is a select of SKU ids. Locked in the order of their ids, so that two who lock several wait, not deadlock. */
export async function lockLevels(tx: Tx, companyId: string, skus: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (select distinct sku_id from (${skus}) as skus(sku_id) order by sku_id) as wanted
    cross join lateral (${levelOf(companyId, sql`wanted.sku_id`)} for update) as locked`)
}

/** The level `l` of one SKU, looked up by its key for each of them and never by reading all that the company has. */
export const levelOf = (companyId: string, skuId: SQL): SQL => sql`
  select l.* from stock_levels l where l.company_id = ${companyAtRunTime(companyId)} and l.sku_id = ${skuId} offset 0`

/** The open holds of one SKU, looked up likewise. */
export const openHoldsOf = (companyId: string, skuId: SQL): SQL => sql`
  select h.* from stock_holds h
  where h.company_id = ${companyAtRunTime(companyId)} and h.sku_id = ${skuId} and h.ended_at is null offset 0`

/** Takes anew what follows from the open holds: how much is held, and since when the SKU has been low. */
export async function refreshLevels(tx: Tx, companyId: string, skus: SQL, at: Date): Promise<void> {
  await tx.execute(sql`
    with settled as (
      select l.sku_id, held.quantity as qty_held,
        ${lowSince(companyId, sql`l.qty_available - held.quantity`, at)} as low_since
      from (select distinct sku_id from (${skus}) as skus(sku_id)) as wanted
      cross join lateral (${levelOf(companyId, sql`wanted.sku_id`)}) as l
      cross join lateral (
        select coalesce(sum(quantity), 0)::int as quantity from (${openHoldsOf(companyId, sql`wanted.sku_id`)}) as h
      ) as held
    )
    update stock_levels l set qty_held = settled.qty_held, low_since = settled.low_since, updated_at = now()
    from settled
    where l.company_id = ${companyId} and l.sku_id = settled.sku_id
      and (l.qty_held, l.low_since) is distinct from (settled.qty_held, settled.low_since)`)
}

/** The sum of the open holds; SKUs without any are left out. */
export const unitsHeld = (companyId: string, skus: SQL): SQL => sql`
  select sku_id, sum(quantity)::int as quantity from stock_holds
  where company_id = ${companyId} and ended_at is null and sku_id in (${skus}) group by sku_id`

/** Since when the level `l` has been low if `free` units are left: kept while it stays low, so that an alert fires once. */
export const lowSince = (companyId: string, free: SQL, at: Date): SQL => sql`
  case when greatest(${free}, 0) <= ${lowStockThreshold(companyId)}
    then coalesce(l.low_since, ${at.toISOString()}::timestamptz) end`

/**
 * The levels `l` of the active SKUs, up to its last condition, so that another can follow with `and`. Inactive SKUs are
 * few and have an index of their own: leaving them out costs less than looking every other one up.
 */
export const activeLevels = (companyId: SQLWrapper | string): SQL => sql`
  stock_levels l where l.company_id = ${companyId} and not exists (
    select from skus i where i.company_id = ${companyId} and i.id = l.sku_id and not i.is_active
  )`

/**
 * Says anew of every SKU since when it has been low, once the company has another threshold. All levels are locked, not
 * only those that change: whoever counts at the same time has read the threshold before, or waits and reads the new one.
 */
export async function onThresholdChange(tx: Tx, ctx: CompanyContext): Promise<void> {
  const all = sql`select sku_id from stock_levels where company_id = ${ctx.companyId}`
  await lockLevels(tx, ctx.companyId, all)
  await refreshLevels(tx, ctx.companyId, all, ctx.clock.now())
  await ctx.publishChange(tx, 'inventory')
}

/** At or under how many units a SKU of the company is low, to stand inside a statement. */
export const lowStockThreshold = (companyId: SQLWrapper | string): SQL => sql`
  (select low_stock_threshold from company_settings where company_id = ${companyId})`

const readThreshold = prepared<{ threshold: number | null }>(
  () => sql`select ${lowStockThreshold(companyParameter)} as threshold`,
)

export async function readLowStockThreshold(tx: Tx, companyId: string): Promise<number> {
  const [found] = await readThreshold(tx, { companyId })
  return found?.threshold ?? defaultLowStockThreshold
}
