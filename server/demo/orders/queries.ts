import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { OrderState } from './past/chronicle.ts'

export async function updateOrderStates(tx: Tx, companyId: string, states: readonly OrderState[]): Promise<void> {
  await tx.execute(sql`
    update orders o set status = s.status, shipped_at = s."shippedAt", delivered_at = s."deliveredAt",
      cancelled_at = s."cancelledAt", review_requested_at = s."reviewRequestedAt", partial_reason = s."partialReason",
      created_at = o.placed_at, updated_at = s."updatedAt"
    from json_to_recordset(${JSON.stringify(states)}::json) as s(
      id uuid, status text, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz,
      "reviewRequestedAt" timestamptz, "partialReason" text, "updatedAt" timestamptz
    )
    where o.company_id = ${companyId} and o.id = s.id`)
}

/** Their units have been held since they came in, and their customers known since their first order. */
export async function backdateHoldsAndCustomers(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update stock_holds h set created_at = o.placed_at
    from order_items i join orders o on o.company_id = i.company_id and o.id = i.order_id
    where h.company_id = ${companyId} and h.ended_at is null and i.company_id = h.company_id and i.id = h.order_item_id`)
  await tx.execute(sql`
    update customers c set created_at = first.placed_at
    from (select customer_id, min(placed_at) as placed_at from orders where company_id = ${companyId} group by customer_id) as first
    where c.company_id = ${companyId} and c.id = first.customer_id`)
}

/** Amazon knows them from now on, and is asked about each in its turn. */
export async function scheduleChecks(tx: Tx, companyId: string, checks: readonly { id: string; at: Date }[]) {
  await tx.execute(sql`
    update fulfillments f set next_check_at = turn.at
    from json_to_recordset(${JSON.stringify(checks)}::json) as turn(id uuid, at timestamptz)
    where f.company_id = ${companyId} and f.id = turn.id`)
}
