import { sql } from 'drizzle-orm'
import { isLive, fulfillmentStatuses } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** An attempt of which Amazon has not said that it has it. */
export type PendingAttempt = { id: string; name: string }

export async function listPendingAttempts(tx: Tx, companyId: string): Promise<PendingAttempt[]> {
  const { rows } = await tx.execute<PendingAttempt>(sql`
    select id, external_fulfillment_id as name from fulfillments
    where company_id = ${companyId} and status = 'pending' and external_fulfillment_id is not null
    order by created_at, id`)
  return rows
}

/** An order of which nothing is on its way. */
export type UnsentOrder = {
  orderId: string
  channelId: string | null
  externalOrderId: string
  /** How many times it was tried in vain. */
  attempts: number
}

/** What a person holds already stays as it is. */
export async function listUnsentOrders(tx: Tx, companyId: string): Promise<UnsentOrder[]> {
  const { rows } = await tx.execute<UnsentOrder>(sql`
    select o.id as "orderId", o.channel_id as "channelId", o.external_order_id as "externalOrderId",
      coalesce(max(f.attempt), 0) as attempts
    from orders o left join fulfillments f on f.company_id = o.company_id and f.order_id = o.id
    where o.company_id = ${companyId} and o.status in ('placed', 'acknowledged') and o.held_at is null
    group by o.company_id, o.id
    having not coalesce(bool_or(f.status = any(${sql.param(liveStatuses)}::text[])), false)
    order by o.placed_at, o.id`)
  return rows
}

const liveStatuses = fulfillmentStatuses.filter(isLive)

type LostPeriod = { companyId: string; from: Date; to: Date }

/** Leaves out the numbers that customers may have seen since `from`: as many as came in as long before, twice, and a few more. */
export async function skipOrderNumbers(tx: Tx, { companyId, from, to }: LostPeriod): Promise<void> {
  const before = new Date(2 * from.getTime() - to.getTime())
  await tx.execute(sql`
    update order_numbers set last = last + 1000 + 2 * (
      select count(*) from orders
      where company_id = ${companyId} and created_at >= ${before.toISOString()}::timestamptz
        and created_at <= ${from.toISOString()}::timestamptz
    )
    where company_id = ${companyId}`)
}
