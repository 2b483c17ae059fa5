import { sql } from 'drizzle-orm'
import type { NotificationStatus } from '#contract/notification-values.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { DueMessage } from '#server/features/notifications/sending/queries.ts'
import type { Tx } from '#server/platform/db/client.ts'

type MessagedOrder = {
  id: string
  orderNumber: string
  channelName: string
  total: string
  currency: string
  customer: { id: string; email: string | null; phone: string | null; firstName: string | null }
  parcels: { carrier: string | null; trackingNumber: string | null }[]
}

/** When each message of an order is written. */
const messageMoments = {
  order_placed: sql`o.placed_at`,
  order_shipped: sql`o.shipped_at`,
  order_delivered: sql`o.delivered_at`,
  order_cancelled: sql`o.cancelled_at`,
} satisfies Partial<Record<OrderMessage['type'], unknown>>
export type PastMessage = keyof typeof messageMoments
export const pastMessages = Object.keys(messageMoments) as PastMessage[]

/** Orders of which it was told since then, and whose customers are known. */
export async function listMessagedOrders(
  tx: Tx,
  companyId: string,
  type: PastMessage,
  since: Date,
): Promise<MessagedOrder[]> {
  const { rows } = await tx.execute<MessagedOrder>(sql`
    select o.id, o.order_number as "orderNumber", c.name as "channelName", o.total::text, o.currency,
      json_build_object('id', p.id, 'email', p.email, 'phone', p.phone, 'firstName', p.first_name) as customer,
      coalesce((
        select json_agg(json_build_object('carrier', k.carrier, 'trackingNumber', k.tracking_number) order by k.package_number)
        from fulfillments f join packages k on k.company_id = f.company_id and k.fulfillment_id = f.id
        where f.company_id = o.company_id and f.order_id = o.id
      ), '[]') as parcels
    from orders o
    join channels c on c.company_id = o.company_id and c.id = o.channel_id
    join customers p on p.company_id = o.company_id and p.id = o.customer_id and p.erased_at is null
    where o.company_id = ${companyId} and o.erased_at is null and ${messageMoments[type]} > ${since.toISOString()}
      and o.status in ('shipped', 'delivered', 'cancelled')`)
  return rows
}

/** A message as it was just written, with where its customer lives. */
export type WrittenMessage = Pick<
  DueMessage,
  'id' | 'audience' | 'method' | 'country' | 'state' | 'postalCode' | 'timeZone' | 'quietHoursStart' | 'quietHoursEnd'
> & { recipientHash: string | null; at: string }

export async function listWrittenMessages(tx: Tx, companyId: string, type: PastMessage): Promise<WrittenMessage[]> {
  const { rows } = await tx.execute<WrittenMessage>(sql`
    select n.id, n.audience, n.method, n.recipient_hash as "recipientHash",
      ${messageMoments[type]} as at, a.country, a.state, a.postal_code as "postalCode", s.time_zone as "timeZone",
      s.quiet_hours_start::text as "quietHoursStart", s.quiet_hours_end::text as "quietHoursEnd"
    from notifications n
    join company_settings s on s.company_id = n.company_id
    join orders o on o.company_id = n.company_id and o.id = n.order_id and o.status in ('shipped', 'delivered', 'cancelled')
    left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    where n.company_id = ${companyId} and n.type = ${type} and n.status = 'pending'`)
  return rows
}

export type MessageOutcome = {
  id: string
  at: Date
  status: NotificationStatus
  error: string | null
  heldUntil: Date | null
  sentAt: Date | null
}

export async function writeMessageOutcomes(tx: Tx, companyId: string, past: readonly MessageOutcome[]): Promise<void> {
  await tx.execute(sql`
    update notifications n set status = past.status, error = past.error, created_at = past.at,
      due_at = coalesce(past."heldUntil", past.at), held_until = past."heldUntil", sent_at = past."sentAt",
      attempted_at = case when past.status in ('sent', 'failed') then coalesce(past."heldUntil", past.at) end
    from json_to_recordset(${JSON.stringify(past)}::json) as past(id uuid, at timestamptz, status text, error text,
      "heldUntil" timestamptz, "sentAt" timestamptz)
    where n.company_id = ${companyId} and n.id = past.id`)
}
