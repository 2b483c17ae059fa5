import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { givenAmount } from '#server/features/orders/order-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** A stored customer, with e-mail and phone encrypted, and counts of their orders. Moments are PostgreSQL's text. */
export type CustomerRecord = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  erasedAt: string | null
  orderCount: number
  openOrders: number
  lastOrderAt: string | null
}

const mostFound = 20

async function selectCustomers(tx: Tx, companyId: string, isWanted: SQL): Promise<CustomerRecord[]> {
  const { rows } = await tx.execute<CustomerRecord>(sql`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, c.erased_at as "erasedAt",
      total.orders as "orderCount", total.open as "openOrders", total.last as "lastOrderAt"
    from customers c cross join lateral (
      select count(*)::int as orders, max(o.placed_at) as last,
        count(*) filter (where o.closed_at is null and o.erased_at is null)::int as open
      from orders o where o.company_id = c.company_id and o.customer_id = c.id
    ) as total
    where c.company_id = ${companyId} and ${isWanted} order by total.last desc nulls last, c.id limit ${mostFound}`)
  return rows
}

export const findCustomersByEmail = (tx: Tx, companyId: string, emailHash: string) =>
  selectCustomers(tx, companyId, sql`c.email_hash = ${emailHash}`)

/** Finds by our order number or the channel's. */
export const findCustomersByOrder = (tx: Tx, companyId: string, number: string) =>
  selectCustomers(
    tx,
    companyId,
    sql`c.id in (select customer_id from orders where company_id = ${companyId}
      and (order_number = ${number} or order_number = ${number.toUpperCase()} or external_order_id = ${number}))`,
  )

export async function getCustomerOrThrow(tx: Tx, companyId: string, customerId: string): Promise<CustomerRecord> {
  const [found] = await selectCustomers(tx, companyId, sql`c.id = ${customerId}`)
  if (!found) throw new AppError('not_found', say('This customer doesn’t exist.'))
  return found
}

export async function listOrderIdsOf(tx: Tx, companyId: string, customerId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where company_id = ${companyId} and customer_id = ${customerId} and erased_at is null
    order by id`)
  return rows.map(({ id }) => id)
}

type Customer = { companyId: string; customerId: string }

export type AddressRecord = {
  id: string
  line1: string | null
  line2: string | null
  country: string | null
} & Record<string, unknown>

export async function listAddressesOf(tx: Tx, { companyId, customerId }: Customer): Promise<AddressRecord[]> {
  const { rows } = await tx.execute<AddressRecord>(sql`
    select id, recipient_name as "recipientName", line1, line2, city, state, postal_code as "postalCode", country
    from customer_addresses where company_id = ${companyId} and customer_id = ${customerId} order by id`)
  return rows
}

const ordersOf = ({ companyId, customerId }: Customer): SQL => sql`
  (select id from orders where company_id = ${companyId} and customer_id = ${customerId})`

/** A JSON list of rows that belong to an order `o`. */
const jsonList = (fields: SQL, order: SQL, rows: SQL): SQL => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(${fields}) order by ${order}), '[]') from ${rows})`

const lines = jsonList(
  sql`'sku', i.sku, 'title', i.title, 'quantity', i.quantity, 'unitPrice', i.unit_price::text,
    'properties', i.properties`,
  sql`i.position`,
  sql`order_items i where i.company_id = o.company_id and i.order_id = o.id`,
)

const packages = jsonList(
  sql`'carrier', p.carrier, 'trackingNumber', p.tracking_number`,
  sql`p.id`,
  sql`packages p join fulfillments f on f.company_id = p.company_id and f.id = p.fulfillment_id
    where f.company_id = o.company_id and f.order_id = o.id`,
)

const shipmentEvents = jsonList(
  sql`'at', w.timestamp, 'event', w.event_type, 'description', w.description, 'location', w.location`,
  sql`w.timestamp, w.id`,
  sql`shipment_events w where w.company_id = f.company_id and w.fulfillment_id = f.id`,
)

const fulfillments = jsonList(
  sql`'status', f.status, 'error', f.error, 'whereabouts', ${shipmentEvents}`,
  sql`f.attempt, f.id`,
  sql`fulfillments f where f.company_id = o.company_id and f.order_id = o.id`,
)

const timeline = jsonList(
  sql`'at', e.occurred_at, 'description', e.description, 'reason', e.reason, 'details', e.details`,
  sql`e.occurred_at, e.id`,
  sql`order_events e where e.company_id = o.company_id and e.order_id = o.id`,
)

const attention = jsonList(
  sql`'at', a.raised_at, 'reason', a.reason, 'resolution', a.resolution`,
  sql`a.raised_at, a.id`,
  sql`attention_items a where a.company_id = o.company_id and a.order_id = o.id`,
)

/**
 * Orders with lines, packages, fulfillments, timeline and attention items. PostgreSQL writes moments in JSON as ISO
 * 8601.
 */
export async function listOrdersOf(tx: Tx, { companyId, customerId }: Customer): Promise<Record<string, unknown>[]> {
  const { rows } = await tx.execute<{ whole: Record<string, unknown> }>(sql`
    select jsonb_build_object(
      'orderNumber', o.order_number, 'externalOrderId', o.external_order_id, 'externalNumber', o.external_number, 'channel', ch.name, 'status', o.status,
      'placedAt', o.placed_at, 'shippedAt', o.shipped_at, 'deliveredAt', o.delivered_at, 'cancelledAt', o.cancelled_at,
      'customerName', o.customer_name, 'shippingAddressId', o.shipping_address_id, 'currency', o.currency,
      'subtotal', o.subtotal::text, 'discountAmount', (${givenAmount('discount')})::text, 'shippingAmount', (${givenAmount('shipping')})::text,
      'taxAmount', (${givenAmount('tax')})::text, 'total', o.total::text,
      'refundedAmount', o.refunded_amount::text, 'channelHoldReason', o.channel_hold_reason, 'notes', o.notes, 'holdReason', o.hold_reason,
      'lines', ${lines}, 'packages', ${packages}, 'fulfillments', ${fulfillments}, 'timeline', ${timeline},
      'attention', ${attention}
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
  templateData: unknown
  error: string | null
  createdAt: string
  sentAt: string | null
}

/** Messages to the customer, encrypted; without messages to the company's own staff. */
export async function listMessagesTo(tx: Tx, customer: Customer): Promise<MessageRecord[]> {
  const { rows } = await tx.execute<MessageRecord>(sql`
    select id, type, method, status, recipient, subject, message, template_data as "templateData", error,
      created_at as "createdAt", sent_at as "sentAt"
    from notifications
    where company_id = ${customer.companyId} and audience = 'customer'
      and (customer_id = ${customer.customerId} or order_id in ${ordersOf(customer)})
    order by created_at, id`)
  return rows
}

export type DeliveryRecord = { id: string; eventType: string | null; receivedAt: string; payload: string }

/** Webhook deliveries on the customer's orders, encrypted, including those that could not be processed. */
export async function listDeliveriesOf(tx: Tx, { companyId, customerId }: Customer): Promise<DeliveryRecord[]> {
  const { rows } = await tx.execute<DeliveryRecord>(sql`
    select id, event_type as "eventType", created_at as "receivedAt", payload from webhook_events
    where company_id = ${companyId} and is_verified and payload <> '' and id in (
      select e.id from orders o join webhook_events e on e.company_id = o.company_id and e.order_id = o.id
      where o.company_id = ${companyId} and o.customer_id = ${customerId}
      union
      select e.id from orders o join webhook_events e on e.company_id = o.company_id
        and e.channel_id = o.channel_id and e.external_order_id = o.external_order_id
      where o.company_id = ${companyId} and o.customer_id = ${customerId})
    order by created_at, id`)
  return rows
}

type OptOutRecord = { method: string; since: string }

/** Opt-outs of these contact hashes. */
export async function listOptOutsBy(tx: Tx, companyId: string, hashes: readonly string[]): Promise<OptOutRecord[]> {
  const { rows } = await tx.execute<OptOutRecord>(sql`
    select method, created_at as since from notification_opt_outs
    where company_id = ${companyId} and recipient_hash = any(${sql.param([...hashes])}::text[]) order by method`)
  return rows
}
