import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { levelOf, openHoldsOf } from './levels.ts'
import { isCovered, unitsForHolds, unitsLacking } from './sellable.ts'

/** An order line that holds units, and whether there is stock for them. `sku` is the code as the channel wrote it. */
export type HeldLine = {
  orderId: string
  orderItemId: string
  skuId: string
  sku: string
  quantity: number
  isCovered: boolean
  /** Units of the hold for which there is no stock. */
  lacking: number
}

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

export async function listSkusOfOrders(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ skuId: string }>(sql`
    select distinct sku_id as "skuId" from order_items
    where company_id = ${companyAtRunTime(companyId)} and order_id = ${anyOf(orderIds)} and sku_id is not null`)
  return rows.map(({ skuId }) => skuId)
}

export const skusOfFulfillment = (companyId: string, fulfillmentId: string): SQL => sql`
  select i.sku_id from fulfillment_items f
  join order_items i on i.company_id = f.company_id and i.id = f.order_item_id
  where f.company_id = ${companyId} and f.fulfillment_id = ${fulfillmentId} and i.sku_id is not null`

/**
 * Creates or enlarges the waiting holds of order lines, except lines that are about to be deleted. Open holds and those
 * that Amazon has counted or the seller has shipped are subtracted; cancelled holds are not.
 */
export async function holdMissingUnits(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
  removedLines: readonly string[],
): Promise<void> {
  // `clock_timestamp()` instead of the transaction's start: the age of holds of one SKU is the order in which they got
  // its lock. A hold that grows goes to the end of the queue, so that no other hold loses units that were promised to
  // it.
  await tx.execute(sql`
    with lacking as (
      select i.id, i.sku_id, i.quantity - coalesce(sum(h.quantity), 0)::int as quantity, requested.place, i.position
      from unnest(${sql.param([...orderIds])}::uuid[]) with ordinality as requested(order_id, place)
      join order_items i on i.company_id = ${companyAtRunTime(companyId)} and i.order_id = requested.order_id
        and i.sku_id is not null and i.id <> all(${sql.param([...removedLines])}::uuid[])
      left join stock_holds h on h.company_id = i.company_id and h.order_item_id = i.id
        and (h.ended_at is null or h.ending in ('counted_by_amazon', 'shipped_by_seller'))
      group by i.company_id, i.id, requested.place
    )
    insert into stock_holds (company_id, id, sku_id, order_item_id, quantity, created_at)
    select ${companyId}::uuid, new_id(), sku_id, id, quantity, clock_timestamp() from lacking where quantity > 0
    order by place, position
    on conflict (company_id, order_item_id) where ended_at is null and fulfillment_id is null
    do update set quantity = stock_holds.quantity + excluded.quantity, created_at = excluded.created_at`)
}

/** Reduces waiting holds of lines whose quantity has been reduced. */
export async function releaseExcessUnits(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set quantity = i.quantity from order_items i
    where i.company_id = ${companyAtRunTime(companyId)} and i.order_id = ${anyOf(orderIds)}
      and h.company_id = i.company_id and h.order_item_id = i.id and h.ended_at is null and h.fulfillment_id is null
      and h.quantity > i.quantity`)
}

/** Deletes the holds of order lines that are about to be deleted. */
export async function deleteHoldsOfLines(tx: Tx, companyId: string, orderItemIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from stock_holds
    where company_id = ${companyAtRunTime(companyId)} and order_item_id = ${anyOf(orderItemIds)}`)
}

/**
 * The lines of orders that have just started to hold, under the lock of their levels. All other holds come before
 * theirs, so `qty_held` of the refreshed level says how many units the others take.
 */
export async function readNewLines(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<HeldLine[]> {
  const { rows } = await tx.execute<HeldLine>(sql`
    with requested as materialized (
      select i.order_id, i.position, i.id, i.sku, i.sku_id, h.quantity,
        coalesce(sum(h.quantity) over (
          partition by h.sku_id order by h.created_at desc, h.id desc rows between unbounded preceding and 1 preceding
        ), 0) as behind
      from order_items i
      cross join lateral (
        select h.* from stock_holds h
        where h.company_id = ${companyAtRunTime(companyId)} and h.order_item_id = i.id offset 0
      ) as h
      where i.company_id = ${companyAtRunTime(companyId)} and i.order_id = ${anyOf(orderIds)}
        and h.ended_at is null and h.fulfillment_id is null
    )
    select requested.order_id as "orderId", requested.id as "orderItemId", requested.sku_id as "skuId", requested.sku, requested.quantity,
      ${unitsLacking(sql`requested.quantity`, sql`l.qty_held - requested.behind`)} as lacking,
      ${unitsForHolds} >= l.qty_held - requested.behind as "isCovered"
    from requested ${levelsOf(companyId, sql`requested.sku_id`)}
    order by requested.order_id, requested.position`)
  return rows
}

/**
 * The waiting lines of orders. A line is covered if its units remain after the buffer and after the holds before it:
 * those accepted by Amazon and the older ones.
 */
export async function readWaitingLines(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<HeldLine[]> {
  const { rows } = await tx.execute<HeldLine>(sql`
    with requested as materialized (
      select id, sku_id from order_items
      where company_id = ${companyId} and order_id = ${anyOf(orderIds)} and sku_id is not null
    ),
    queue as materialized (${queuedHolds(companyId, sql`select sku_id from requested`, sql`select id from requested`)})
    select i.order_id as "orderId", i.id as "orderItemId", i.sku_id as "skuId", i.sku, queue.quantity,
      ${unitsLacking(sql`queue.quantity`, sql`queue.through`)} as lacking, ${isCovered} as "isCovered"
    from queue ${lineOfHold(companyId)} ${levelsOf(companyId, sql`queue.sku_id`)}
    where queue.is_requested
    order by i.order_id, i.position`)
  return rows
}

/**
 * The queue of open holds per SKU, oldest first, with `through`: the running total of units up to and including the
 * hold. `lines` selects the lines in question, all by default. Uses lateral look-ups instead of joins, since PostgreSQL has
 * no statistics on orders that are just coming in.
 */
export const queuedHolds = (companyId: string, skus: SQL, lines?: SQL): SQL => sql`
  select h.order_item_id, h.sku_id, h.quantity,
    h.fulfillment_id is null and ${lines ? sql`h.order_item_id in (${lines})` : sql`true`} as is_requested,
    sum(h.quantity) over (partition by h.sku_id order by h.accepted_at is null, h.created_at, h.id) as through
  from (select distinct sku_id from (${skus}) as skus) as wanted
  cross join lateral (${openHoldsOf(companyId, sql`wanted.sku_id`)}) as h`

/** Joins the level `l`, the SKU `s` and the company's `settings` to a hold. */
export const levelsOf = (companyId: string, skuId: SQL): SQL => sql`
  cross join lateral (${levelOf(companyId, skuId)}) as l
  cross join lateral (
    select safety_buffer from skus where company_id = ${companyAtRunTime(companyId)} and id = ${skuId} offset 0
  ) as s
  join company_settings settings on settings.company_id = ${companyId}`

/** Joins the order line `i` to a hold of `queue`. */
export const lineOfHold = (companyId: string): SQL => sql`
  cross join lateral (
    select * from order_items where company_id = ${companyAtRunTime(companyId)} and id = queue.order_item_id offset 0
  ) as i`

export type Acceptance = { companyId: string; fulfillmentId: string; acceptedAt: Date }

/**
 * Moves the fulfillment's units from waiting holds to holds of its own, which keep their age. Units that were not held
 * are held from now on, since the last count may still include them.
 */
export async function moveToFulfillment(tx: Tx, { companyId, fulfillmentId, acceptedAt }: Acceptance): Promise<void> {
  await tx.execute(sql`
    with requested as (
      select f.order_item_id, i.sku_id, f.quantity from fulfillment_items f
      join order_items i on i.company_id = f.company_id and i.id = f.order_item_id
      where f.company_id = ${companyId} and f.fulfillment_id = ${fulfillmentId} and i.sku_id is not null
        and not exists (
          select from stock_holds h where h.company_id = f.company_id
            and h.order_item_id = f.order_item_id and h.fulfillment_id = f.fulfillment_id
        )
    ),
    waiting as (
      select h.id, h.order_item_id, h.created_at, h.quantity - requested.quantity as rest
      from requested join stock_holds h on h.company_id = ${companyId} and h.order_item_id = requested.order_item_id
        and h.ended_at is null and h.fulfillment_id is null
    ),
    used_up as (
      delete from stock_holds h using waiting w where h.company_id = ${companyId} and h.id = w.id and w.rest <= 0
    ),
    shrunk as (
      update stock_holds h set quantity = w.rest from waiting w
      where h.company_id = ${companyId} and h.id = w.id and w.rest > 0
    )
    insert into stock_holds
      (company_id, id, sku_id, order_item_id, fulfillment_id, quantity, created_at, accepted_at)
    select ${companyId}::uuid, new_id(), requested.sku_id, requested.order_item_id, ${fulfillmentId}::uuid, requested.quantity,
      coalesce(w.created_at, clock_timestamp()), ${acceptedAt.toISOString()}::timestamptz
    from requested left join waiting w on w.order_item_id = requested.order_item_id`)
}

/** Ends accepted holds that Amazon's last count already reflects: the acceptance may be reported after that count. */
export async function endHoldsAlreadyCounted(tx: Tx, { companyId, fulfillmentId }: Acceptance): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set ended_at = l.read_at, ending = 'counted_by_amazon'
    from stock_levels l
    where h.company_id = ${companyId} and h.fulfillment_id = ${fulfillmentId} and h.ended_at is null
      and l.company_id = h.company_id and l.sku_id = h.sku_id and l.source = 'amazon' and l.read_at > h.accepted_at`)
}

/** The holds of orders, or of a single fulfillment. */
export type Release = { companyId: string; at: Date } & ({ orderIds: readonly string[] } | { fulfillmentId: string })

export const skusOfRelease = (release: Release): SQL => sql`
  select sku_id from stock_holds where company_id = ${companyAtRunTime(release.companyId)} and ${belongsTo(release)}`

/**
 * Cancels holds, including those already counted by Amazon: its next count reflects the cancellation, and the line may
 * be held again.
 */
export async function cancelHolds(tx: Tx, release: Release): Promise<void> {
  await tx.execute(sql`
    update stock_holds set ended_at = coalesce(ended_at, ${release.at.toISOString()}::timestamptz), ending = 'cancelled'
    where company_id = ${companyAtRunTime(release.companyId)} and ending is distinct from 'cancelled'
      and ${belongsTo(release)}`)
}

const belongsTo = (release: Release): SQL =>
  'fulfillmentId' in release
    ? sql`fulfillment_id = ${release.fulfillmentId}`
    : sql`order_item_id = any(array(
        select id from order_items
        where company_id = ${companyAtRunTime(release.companyId)} and order_id = ${anyOf(release.orderIds)}
      ))`

/** Cancels the waiting holds of order lines. */
export async function cancelHoldsOfLines(
  tx: Tx,
  { companyId, orderItemIds, at }: { companyId: string; orderItemIds: readonly string[]; at: Date },
): Promise<void> {
  await tx.execute(sql`
    update stock_holds set ended_at = ${at.toISOString()}::timestamptz, ending = 'cancelled'
    where company_id = ${companyAtRunTime(companyId)} and order_item_id = ${anyOf(orderItemIds)}
      and ended_at is null and fulfillment_id is null`)
}

type OfFulfillment = { companyId: string; fulfillmentId: string; at: Date }

/**
 * Reduces a fulfillment's holds to what it ships, without units that Amazon cancelled or could not fulfill. Also
 * applies to holds that Amazon's count has already ended.
 */
export async function cutHoldsToSent(tx: Tx, { companyId, fulfillmentId, at }: OfFulfillment): Promise<void> {
  await tx.execute(sql`
    with sent as (
      select h.id, f.quantity - f.cancelled_quantity - f.unfulfillable_quantity as quantity
      from fulfillment_items f
      join stock_holds h on h.company_id = ${companyAtRunTime(companyId)} and h.order_item_id = f.order_item_id
        and h.fulfillment_id = f.fulfillment_id and h.ending is distinct from 'cancelled'
      where f.company_id = ${companyAtRunTime(companyId)} and f.fulfillment_id = ${fulfillmentId}
    )
    update stock_holds h set
      quantity = case when sent.quantity > 0 then sent.quantity else h.quantity end,
      ended_at = case when sent.quantity > 0 then h.ended_at else coalesce(h.ended_at, ${at.toISOString()}::timestamptz) end,
      ending = case when sent.quantity > 0 then h.ending else 'cancelled' end
    from sent where h.company_id = ${companyAtRunTime(companyId)} and h.id = sent.id and h.quantity > sent.quantity`)
}

/** Cancels the holds of an order that belong to no fulfillment. */
export async function cancelWaitingHolds(
  tx: Tx,
  { companyId, orderId, at }: { companyId: string; orderId: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set ended_at = ${at.toISOString()}::timestamptz, ending = 'cancelled'
    from order_items i
    where i.company_id = ${companyAtRunTime(companyId)} and i.order_id = ${orderId}
      and h.company_id = i.company_id and h.order_item_id = i.id and h.ended_at is null and h.fulfillment_id is null`)
}

/** Ends the holds of a fulfillment that the seller has shipped himself. */
export async function endShippedHolds(tx: Tx, { companyId, fulfillmentId, at }: OfFulfillment): Promise<void> {
  await tx.execute(sql`
    update stock_holds set ended_at = ${at.toISOString()}::timestamptz, ending = 'shipped_by_seller'
    where company_id = ${companyAtRunTime(companyId)} and fulfillment_id = ${fulfillmentId} and ended_at is null`)
}

/** Counts of the SKUs of a fulfillment that the seller holds himself, less its units. A SKU without a count stays without one. */
export const countsAfterShipment = (companyId: string, fulfillmentId: string): SQL => sql`
  select i.sku_id, greatest(l.qty_available - sum(f.quantity), 0)::int as qty_available,
    null::int as qty_reserved, null::int as qty_inbound
  from fulfillment_items f
  join order_items i on i.company_id = f.company_id and i.id = f.order_item_id
  join skus s on s.company_id = i.company_id and s.id = i.sku_id and s.stock_holder = 'merchant'
  join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id and l.source is not null
  where f.company_id = ${companyId} and f.fulfillment_id = ${fulfillmentId}
  group by i.sku_id, l.qty_available`

/** When the levels of these SKUs were last counted; null without any count. */
export async function findLastCountTime(tx: Tx, companyId: string, skus: SQL): Promise<Date | null> {
  const { rows } = await tx.execute<{ readAt: string | null }>(sql`
    select max(read_at) as "readAt" from stock_levels where company_id = ${companyId} and sku_id in (${skus})`)
  const readAt = rows[0]?.readAt ?? null
  return readAt === null ? null : new Date(readAt)
}

/** Screens show the quantity as part of the SKU, so its optimistic lock covers it. */
export async function raiseSkuVersions(tx: Tx, companyId: string, skus: SQL): Promise<void> {
  await tx.execute(sql`
    update skus set version = version + 1, updated_at = now() where company_id = ${companyId} and id in (${skus})`)
}
