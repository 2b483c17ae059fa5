import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { type HeldLine, levelsOf, lineOfHold, listSkusOfOrders, queuedHolds, readWaitingLines } from './hold-queries.ts'
import { lockLevels } from './levels.ts'
import { isCovered, unitsForHolds } from './sellable.ts'

/**
 * The lines of these orders that wait for units, and whether the units are there. Locks the stock levels, so the answer
 * holds until the transaction ends.
 */
export async function readCoverage(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<HeldLine[]> {
  if (orderIds.length === 0) return []
  const skuIds = await listSkusOfOrders(tx, companyId, orderIds)
  await lockLevels(tx, companyId, sql`select unnest(${sql.param(skuIds)}::uuid[])`)
  return readWaitingLines(tx, companyId, orderIds)
}

/** Orders that have units for all their waiting lines; `orders` is a select of order_id. */
export async function listCoveredOrders(tx: Tx, companyId: string, orders: SQL, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with requested as materialized (
      select i.id, i.sku_id from (${orders}) as o
      join order_items i on i.company_id = ${companyId} and i.order_id = o.order_id and i.sku_id is not null
    ),
    queue as materialized (${queuedHolds(companyId, sql`select sku_id from requested`, sql`select id from requested`)})
    select i.order_id as id from queue ${lineOfHold(companyId)} ${levelsOf(companyId, sql`queue.sku_id`)}
    where queue.is_requested
    group by i.order_id having bool_and(${isCovered})
    order by i.order_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Orders with a waiting line that lacks units; `isAsked` is a condition on the order line `i`. Reads the queues of only those SKUs whose
 * open holds exceed their units.
 */
export async function listShortOrders(tx: Tx, companyId: string, isAsked: SQL, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with waiting as materialized (
      select distinct sku_id from stock_holds
      where company_id = ${companyId} and ended_at is null and fulfillment_id is null
    ),
    short as materialized (
      select waiting.sku_id from waiting ${levelsOf(companyId, sql`waiting.sku_id`)} where ${unitsForHolds} < l.qty_held
    ),
    queue as materialized (${queuedHolds(companyId, sql`select sku_id from short`)})
    select i.order_id as id from queue ${lineOfHold(companyId)} ${levelsOf(companyId, sql`queue.sku_id`)}
    where queue.is_requested and not (${isCovered}) and ${isAsked}
    group by i.order_id
    order by i.order_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
