import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** An order that Amazon has not confirmed to have: none of it was sent, or an attempt waits to be. */
export type UnsentOrder = {
  orderId: string
  orderNumber: string
  channelId: string | null
  externalOrderId: string
  attempts: number
  pendingId: string | null
  pendingName: string | null
}

/** What a person holds already stays as it is. */
export async function listUnsentOrders(tx: Tx, companyId: string): Promise<UnsentOrder[]> {
  const { rows } = await tx.execute<UnsentOrder>(sql`
    select o.id as "orderId", o.order_number as "orderNumber", o.channel_id as "channelId",
      o.external_order_id as "externalOrderId",
      coalesce((
        select max(f.attempt) from fulfillments f where f.company_id = ${companyId} and f.order_id = o.id
      ), 0) as attempts,
      p.id as "pendingId", p.external_fulfillment_id as "pendingName"
    from orders o
    left join fulfillments p on p.company_id = ${companyId} and p.order_id = o.id and p.status = 'pending'
    where o.company_id = ${companyId} and o.status in ('placed', 'acknowledged') and o.held_at is null
    order by o.placed_at, o.id`)
  return rows
}

type Lost = { companyId: string; from: Date; to: Date }

/** Leaves out the numbers that customers may have seen since `from`: as many as came in as long before, twice, and a few more. */
export async function leaveOutNumbers(tx: Tx, { companyId, from, to }: Lost): Promise<void> {
  const before = new Date(2 * from.getTime() - to.getTime())
  await tx.execute(sql`
    update order_numbers set last = last + 1000 + 2 * (
      select count(*) from orders
      where company_id = ${companyId} and created_at >= ${before.toISOString()}::timestamptz
        and created_at <= ${from.toISOString()}::timestamptz
    )
    where company_id = ${companyId}`)
}
