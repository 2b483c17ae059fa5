import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

type Customer = { companyId: string; customerId: string }

export type AddressRecord = { id: string; line1: string | null; line2: string | null } & Record<string, unknown>

export async function listAddressesOf(tx: Tx, { companyId, customerId }: Customer): Promise<AddressRecord[]> {
  const { rows } = await tx.execute<AddressRecord>(sql`
    select id, recipient_name as "recipientName", line1, line2, city, state, postal_code as "postalCode", country
    from customer_addresses where company_id = ${companyId} and customer_id = ${customerId} order by id`)
  return rows
}

const ordersOf = ({ companyId, customerId }: Customer): SQL => sql`
  (select id from orders where company_id = ${companyId} and customer_id = ${customerId})`

/** With their lines and what happened to them; moments as PostgreSQL writes them in JSON, which is ISO 8601. */
export async function listOrdersOf(tx: Tx, { companyId, customerId }: Customer): Promise<Record<string, unknown>[]> {
  const { rows } = await tx.execute<{ whole: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'orderNumber', o.order_number, 'externalOrderId', o.external_order_id, 'channel', ch.name, 'status', o.status,
      'placedAt', o.placed_at, 'shippedAt', o.shipped_at, 'deliveredAt', o.delivered_at, 'cancelledAt', o.cancelled_at,
      'customerName', o.customer_name, 'shippingAddressId', o.shipping_address_id, 'currency', o.currency,
      'subtotal', o.subtotal::text, 'discountAmount', o.discount_amount::text, 'shippingAmount', o.shipping_amount::text,
      'taxAmount', o.tax_amount::text, 'total', o.total::text, 'notes', o.notes, 'holdReason', o.hold_reason,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('sku', i.sku, 'title', i.title, 'quantity', i.quantity,
        'unitPrice', i.unit_price::text) order by i.position), '[]')
        from order_items i where i.company_id = o.company_id and i.order_id = o.id),
      'packages', (select coalesce(jsonb_agg(jsonb_build_object('carrier', p.carrier, 'trackingNumber', p.tracking_number)
        order by p.id), '[]') from packages p join fulfillments f on f.company_id = p.company_id and f.id = p.fulfillment_id
        where f.company_id = o.company_id and f.order_id = o.id),
      'timeline', (select coalesce(jsonb_agg(jsonb_build_object('at', e.occurred_at, 'description', e.description,
        'reason', e.reason) order by e.occurred_at, e.id), '[]')
        from order_events e where e.company_id = o.company_id and e.order_id = o.id)
    ) as whole
    from orders o left join channels ch on ch.company_id = o.company_id and ch.id = o.channel_id
    where o.company_id = ${companyId} and o.customer_id = ${customerId} order by o.placed_at, o.id`)
  return rows.map(({ whole }) => whole)
}

export type MessageRecord = {
  id: string
  type: string
  method: string
  status: string
  recipient: string
  subject: string | null
  message: string
  createdAt: string
  sentAt: string | null
}

/** What was written to them, sealed; not what the company's own people were told. */
export async function listMessagesTo(tx: Tx, customer: Customer): Promise<MessageRecord[]> {
  const { rows } = await tx.execute<MessageRecord>(sql`
    select id, type, method, status, recipient, subject, message, created_at as "createdAt", sent_at as "sentAt"
    from notifications
    where company_id = ${customer.companyId} and audience = 'customer'
      and (customer_id = ${customer.customerId} or order_id in ${ordersOf(customer)})
    order by created_at, id`)
  return rows
}

export type DeliveryRecord = { id: string; eventType: string | null; receivedAt: string; payload: string }

/** What channels told of their orders, sealed. */
export async function listDeliveriesOf(tx: Tx, customer: Customer): Promise<DeliveryRecord[]> {
  const { rows } = await tx.execute<DeliveryRecord>(sql`
    select id, event_type as "eventType", created_at as "receivedAt", payload from webhook_events
    where company_id = ${customer.companyId} and is_verified and payload <> '' and order_id in ${ordersOf(customer)}
    order by created_at, id`)
  return rows
}
