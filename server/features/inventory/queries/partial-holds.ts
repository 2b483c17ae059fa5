import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

type OfFulfillment = { companyId: string; fulfillmentId: string; at: Date }

/**
 * A fulfilment holds what it sends: what Amazon left out for good is held by it no more, whether Amazon's count has ended
 * the hold meanwhile or not.
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

/** What waits for an order, and for no fulfilment of it. */
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
