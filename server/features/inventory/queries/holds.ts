import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** A line of an order: which of its units wait for stock, and whether there is stock for them. */
export type HeldLine = { orderItemId: string; skuId: string; quantity: number; isCovered: boolean }

export const skusOfOrder = (companyId: string, orderId: string): SQL => sql`
  select sku_id from order_items where company_id = ${companyId} and order_id = ${orderId} and sku_id is not null`

export const skusOfFulfillment = (companyId: string, fulfillmentId: string): SQL => sql`
  select i.sku_id from fulfillment_items f
  join order_items i on i.company_id = f.company_id and i.id = f.order_item_id
  where f.company_id = ${companyId} and f.fulfillment_id = ${fulfillmentId} and i.sku_id is not null`

/**
 * Adds to the waiting holds what the order's lines lack. Units that are held, or that Amazon has counted as gone, are
 * there already; what was cancelled is not.
 */
export async function holdMissingUnits(tx: Tx, companyId: string, orderId: string): Promise<void> {
  // Each by the clock, not by the transaction's start: holds of one SKU are as old as their turn at its lock.
  await tx.execute(sql`
    with lacking as (
      select i.id, i.sku_id, i.quantity - coalesce(sum(h.quantity), 0)::int as quantity
      from order_items i
      left join stock_holds h on h.company_id = i.company_id and h.order_item_id = i.id
        and (h.ended_at is null or h.ending = 'counted_by_amazon')
      where i.company_id = ${companyId} and i.order_id = ${orderId} and i.sku_id is not null
      group by i.id, i.sku_id, i.quantity
    )
    insert into stock_holds (company_id, id, sku_id, order_item_id, quantity, created_at)
    select ${companyId}::uuid, new_id(), sku_id, id, quantity, clock_timestamp() from lacking where quantity > 0
    on conflict (company_id, order_item_id) where ended_at is null and fulfillment_id is null
    do update set quantity = stock_holds.quantity + excluded.quantity`)
}

/**
 * The waiting lines of an order. A line is covered when its units are left after the buffer and after the holds that go
 * before it: the older ones, and those that Amazon has accepted.
 */
export async function readWaitingLines(tx: Tx, companyId: string, orderId: string): Promise<HeldLine[]> {
  const { rows } = await tx.execute<HeldLine>(sql`
    select h.order_item_id as "orderItemId", h.sku_id as "skuId", h.quantity,
      l.qty_available - greatest(s.safety_buffer, settings.safety_buffer) - ahead.quantity >= h.quantity as "isCovered"
    from order_items i
    join stock_holds h on h.company_id = i.company_id and h.order_item_id = i.id
      and h.ended_at is null and h.fulfillment_id is null
    join stock_levels l on l.company_id = h.company_id and l.sku_id = h.sku_id
    join skus s on s.company_id = h.company_id and s.id = h.sku_id
    join company_settings settings on settings.company_id = h.company_id
    cross join lateral (
      select coalesce(sum(a.quantity), 0) as quantity from stock_holds a
      where a.company_id = h.company_id and a.sku_id = h.sku_id and a.ended_at is null and a.id <> h.id
        and (a.accepted_at is not null or (a.created_at, a.id) < (h.created_at, h.id))
    ) as ahead
    where i.company_id = ${companyId} and i.order_id = ${orderId}
    order by i.position`)
  return rows
}

export type Acceptance = { companyId: string; fulfillmentId: string; acceptedAt: Date }

/**
 * Moves the fulfilment's units from the waiting holds to holds of its own, with their age. Units that were never held
 * are from now on: the last count may still include them.
 */
export async function moveToFulfillment(tx: Tx, { companyId, fulfillmentId, acceptedAt }: Acceptance): Promise<void> {
  await tx.execute(sql`
    with asked as (
      select f.order_item_id, i.sku_id, f.quantity from fulfillment_items f
      join order_items i on i.company_id = f.company_id and i.id = f.order_item_id
      where f.company_id = ${companyId} and f.fulfillment_id = ${fulfillmentId} and i.sku_id is not null
        and not exists (
          select from stock_holds h where h.company_id = f.company_id
            and h.order_item_id = f.order_item_id and h.fulfillment_id = f.fulfillment_id
        )
    ),
    waiting as (
      select h.id, h.order_item_id, h.created_at, h.quantity - asked.quantity as rest
      from asked join stock_holds h on h.company_id = ${companyId} and h.order_item_id = asked.order_item_id
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
    select ${companyId}::uuid, new_id(), asked.sku_id, asked.order_item_id, ${fulfillmentId}::uuid, asked.quantity,
      coalesce(w.created_at, clock_timestamp()), ${acceptedAt.toISOString()}::timestamptz
    from asked left join waiting w on w.order_item_id = asked.order_item_id`)
}

/** News of an acceptance may be older than Amazon's last count, which then includes it already. */
export async function endHoldsAlreadyCounted(tx: Tx, { companyId, fulfillmentId }: Acceptance): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set ended_at = l.read_at, ending = 'counted_by_amazon'
    from stock_levels l
    where h.company_id = ${companyId} and h.fulfillment_id = ${fulfillmentId} and h.ended_at is null
      and l.company_id = h.company_id and l.sku_id = h.sku_id and l.source = 'amazon' and l.read_at > h.accepted_at`)
}

/** The holds of an order, or of one of its fulfilments alone. */
export type Release = { companyId: string; at: Date } & ({ orderId: string } | { fulfillmentId: string })

export const skusOfRelease = (release: Release): SQL => sql`
  select sku_id from stock_holds where company_id = ${release.companyId} and ${belongsTo(release)}`

/** What Amazon had counted is given back as well: its next count says so, and the line may be held anew. */
export async function cancelHolds(tx: Tx, release: Release): Promise<void> {
  await tx.execute(sql`
    update stock_holds set ended_at = coalesce(ended_at, ${release.at.toISOString()}::timestamptz), ending = 'cancelled'
    where company_id = ${release.companyId} and ending is distinct from 'cancelled' and ${belongsTo(release)}`)
}

const belongsTo = (release: Release): SQL =>
  'fulfillmentId' in release
    ? sql`fulfillment_id = ${release.fulfillmentId}`
    : sql`order_item_id in (
        select id from order_items where company_id = ${release.companyId} and order_id = ${release.orderId}
      )`
