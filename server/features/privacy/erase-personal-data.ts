import { type SQL, sql } from 'drizzle-orm'
import { mayHaveBeenSentMessage } from '#server/features/notifications/sending/claim-message.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Number of erased rows by table. */
export type ErasedCounts = Record<string, number>

export function sumErased(...parts: readonly ErasedCounts[]): ErasedCounts {
  const sum: ErasedCounts = {}
  for (const part of parts) {
    for (const [table, rows] of Object.entries(part)) if (rows > 0) sum[table] = (sum[table] ?? 0) + rows
  }
  return sum
}

type OrdersToErase = { companyId: string; orderIds: readonly string[]; at: Date }

/**
 * Erases the personal data of these orders in all tables, and of each customer who has no other order. The caller holds
 * the intake lock, so that no order of these customers comes in meanwhile.
 */
export async function eraseOrders(tx: Tx, { companyId, orderIds, at }: OrdersToErase): Promise<ErasedCounts> {
  const customerIds = await listCustomersOf(tx, companyId, orderIds)
  const ofOrders = await eraseOrderRows(tx, { companyId, orderIds, at })
  return sumErased(ofOrders, await eraseCustomerRows(tx, { companyId, customerIds, at }))
}

/** Erases personal data of orders and their copies in other tables. Amounts, lines and moments stay. */
async function eraseOrderRows(tx: Tx, orders: OrdersToErase): Promise<ErasedCounts> {
  const erased: ErasedCounts = {}
  for (const [table, statement] of statementsFor(orders)) {
    const { rowCount } = await tx.execute(statement)
    erased[table] = (erased[table] ?? 0) + (rowCount ?? 0)
  }
  return erased
}

function statementsFor({ companyId, orderIds, at }: OrdersToErase): [table: string, statement: SQL][] {
  const ids = sql`any(${sql.param([...orderIds])}::uuid[])`
  const ofOrders = sql`company_id = ${companyId} and order_id = ${ids}`
  return [
    [
      'orders',
      sql`update orders set customer_name = null, notes = null, held_at = null, hold_reason = null,
            channel_hold = null, channel_hold_reason = null, channel_held_at = null,
            channel_address_hash = null, erased_at = ${at.toISOString()}
          where company_id = ${companyId} and id = ${ids}`,
    ],
    ['order_items', sql`update order_items set properties = null where ${ofOrders} and properties is not null`],
    [
      'order_events',
      sql`update order_events set reason = null, details = null, sentences = sentences - 'reason'
          where ${ofOrders} and (reason is not null or details is not null)`,
    ],
    [
      'webhook_events',
      sql`update webhook_events e set payload = '', hold = null where ${ofOrders} and payload <> '' and ${isNotWaiting}`,
    ],
    [
      'webhook_events',
      sql`update webhook_events e set payload = '' from orders o
          where o.company_id = ${companyId} and o.id = ${ids} and e.company_id = o.company_id
            and e.channel_id = o.channel_id and e.external_order_id = o.external_order_id
            and e.payload <> '' and ${isNotWaiting}`,
    ],
    [
      'channel_deliveries',
      sql`update channel_deliveries set payload = '', url = ''
          where ${ofOrders} and payload <> '' and next_attempt_at is null`,
    ],
    ['notifications', sql`update notifications set ${erasedMessage} where ${ofOrders} and recipient <> ''`],
    ['attention_items', sql`update attention_items set resolution = null where ${ofOrders} and resolution is not null`],
    [
      'order_batches',
      sql`update order_batches set reason = null
          where company_id = ${companyId} and reason is not null and finished_at is not null
            and id in (select batch_id from order_batch_items where ${ofOrders})`,
    ],
    ['fulfillments', sql`update fulfillments set error = null where ${ofOrders} and error is not null`],
    [
      'shipment_events',
      sql`update shipment_events set location = null where company_id = ${companyId} and location is not null
            and fulfillment_id in (select id from fulfillments where ${ofOrders})`,
    ],
  ]
}

async function listCustomersOf(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct customer_id as id from orders
    where company_id = ${companyId} and id = any(${sql.param([...orderIds])}::uuid[]) and customer_id is not null`)
  return rows.map(({ id }) => id)
}

/**
 * Customers without an order that keeps their data, for example after a channel corrected the e-mail address of their
 * only order.
 */
export async function listCustomersWithoutOrders(
  tx: Tx,
  companyId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from customers c
    where c.company_id = ${companyId} and c.erased_at is null and c.created_at <= ${before.toISOString()}
      and ${hasNoKeptOrder} limit ${limit}`)
  return rows.map(({ id }) => id)
}

const hasNoKeptOrder = sql`not exists (
  select from orders o where o.company_id = c.company_id and o.customer_id = c.id and o.erased_at is null)`

type CustomersToErase = { companyId: string; customerIds: readonly string[]; at: Date }

/** Erases customers whose orders are all erased, and addresses that only erased orders used. */
export async function eraseCustomerRows(
  tx: Tx,
  { companyId, customerIds, at }: CustomersToErase,
): Promise<ErasedCounts> {
  const ids = sql`any(${sql.param([...customerIds])}::uuid[])`
  const count = async (statement: SQL) => (await tx.execute(statement)).rowCount ?? 0
  return {
    customers: await count(sql`
      update customers c set ${erasedCustomer}, erased_at = ${at.toISOString()}
      where c.company_id = ${companyId} and c.id = ${ids} and c.erased_at is null and ${hasNoKeptOrder}`),
    customer_addresses: await count(sql`
      update customer_addresses a set ${erasedAddress}
      where a.company_id = ${companyId} and a.customer_id = ${ids}
        and num_nonnulls(recipient_name, line1, line2, city, state, postal_code, address_hash) > 0
        and not exists (select from orders o
          where o.company_id = a.company_id and o.shipping_address_id = a.id and o.erased_at is null)`),
    notifications: await count(sql`
      update notifications n set ${erasedMessage} from customers c
      where n.company_id = ${companyId} and n.customer_id = ${ids} and n.recipient <> ''
        and c.company_id = n.company_id and c.id = n.customer_id and c.erased_at is not null`),
  }
}

/** Unprocessed deliveries `e` must stay readable. */
export const isNotWaiting = sql`(e.is_processed or e.error is not null or not e.is_verified)`

const erasedBefore = 'The customer’s data was erased before it was sent.'

/**
 * Erases a message. One that was not yet sent is skipped; one that was being sent fails, since its outcome is unknown.
 */
export const erasedMessage = sql`
  recipient = '', recipient_hash = null, message = '', template_data = null,
  subject = case when subject is not null then '' end,
  error = case
    when status not in ('pending', 'held') then null
    when attempted_at is null then ${erasedBefore}
    else ${mayHaveBeenSentMessage} end,
  status = case
    when status not in ('pending', 'held') then status
    when attempted_at is null then 'skipped'
    else 'failed' end`

const erasedCustomer = sql`email = null, email_hash = null, first_name = null, last_name = null, phone = null,
  phone_hash = null`

/** The country stays for reports. */
const erasedAddress = sql`
  recipient_name = null, line1 = null, line2 = null, city = null, state = null, postal_code = null,
  address_hash = null, is_default = false`
