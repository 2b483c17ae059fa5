import { sql, type SQL } from 'drizzle-orm'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { OrderHold } from '#server/ports/channel.ts'
import type { EarlierEvents, KnownOrder } from './order-events.ts'

/** The first order of a company gets the next number. */
const numberBeforeFirst = 10_000

/**
 * Serializes intake and SKU mapping per company by locking its row of `order_numbers`, so that no order is created
 * twice.
 */
export async function lockIntake(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select from order_numbers where company_id = ${companyId} for update`)
  if (rows.length > 0) return
  await tx.execute(sql`
    insert into order_numbers (company_id, last) values (${companyId}, ${numberBeforeFirst})
    on conflict (company_id) do update set last = order_numbers.last`)
}

/** Reserves consecutive order numbers. */
export async function reserveOrderNumbers(tx: Tx, companyId: string, count: number): Promise<string[]> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    update order_numbers set last = last + ${count} where company_id = ${companyId} returning last::int`)
  const last = rows[0]?.last ?? 0
  return Array.from({ length: count }, (_, index) => `LS-${last - count + 1 + index}`)
}

type OrderKey = { channelId: string | null; externalOrderId: string }

export async function findKnownOrders(tx: Tx, companyId: string, keys: readonly OrderKey[]): Promise<KnownOrder[]> {
  const { rows } = await tx.execute<Omit<KnownOrder, 'channelUpdatedAt'> & { channelUpdatedAt: string | null }>(sql`
    select channel_id as "channelId", external_order_id as "externalOrderId", id as "orderId",
      order_number as "orderNumber", channel_updated_at as "channelUpdatedAt",
      status not in ('placed', 'acknowledged', 'cancelled') or erased_at is not null or ${wasSent(sql`orders`)}
        as "isClosed"
    from orders where company_id = ${companyAtRunTime(companyId)} and ${matchesKeys(keys)}`)
  return rows.map((row) => ({ ...row, channelUpdatedAt: row.channelUpdatedAt ? new Date(row.channelUpdatedAt) : null }))
}

/**
 * Orders with these channels and external ids; a superset of the keys, because channels may share ids. One lookup for
 * all: PostgreSQL has no statistics on rows that are just coming in and might scan a whole channel per key.
 */
function matchesKeys(keys: readonly OrderKey[]): SQL {
  const channelIds = [...new Set(keys.flatMap(({ channelId }) => channelId ?? []))]
  const ofChannel = sql`channel_id = any(${sql.param(channelIds)}::uuid[])`
  const ofNone = keys.some(({ channelId }) => channelId === null)
  const externalIds = [...new Set(keys.map(({ externalOrderId }) => externalOrderId))]
  return sql`${ofNone ? sql`(${ofChannel} or channel_id is null)` : ofChannel}
    and external_order_id = any(${sql.param(externalIds)}::text[])`
}

/** Whether the order has ever had an attempt. */
export const wasSent = (order: SQL): SQL =>
  sql`exists (select from fulfillments f where f.company_id = ${order}.company_id and f.order_id = ${order}.id)`

type EarlierEventsRecord = OrderKey &
  Omit<EarlierEvents, 'cancelledAt' | 'held'> & {
    cancelledAt: string | null
    held: { hold: OrderHold; at: string } | null
  }

/** Earlier events of orders that were unknown when they arrived. */
export async function findEarlierEvents(
  tx: Tx,
  companyId: string,
  keys: readonly OrderKey[],
): Promise<(OrderKey & EarlierEvents)[]> {
  const { rows } = await tx.execute<EarlierEventsRecord>(sql`
    select channel_id as "channelId", external_order_id as "externalOrderId",
      bool_or(event_type = 'order.cancelled') as "isCancelled",
      max(event_at) filter (where event_type = 'order.cancelled') as "cancelledAt",
      bool_or(event_type = 'order.shipped') as "isShipped",
      (array_agg(json_build_object('hold', hold, 'at', event_at) order by event_at desc, created_at desc)
        filter (where hold is not null))[1] as held
    from webhook_events e
    where company_id = ${companyAtRunTime(companyId)} and ${matchesKeys(keys)} and ${isUnassigned}
    group by channel_id, external_order_id`)
  return rows.map((row) => ({
    ...row,
    cancelledAt: row.cancelledAt === null ? null : new Date(row.cancelledAt),
    held: row.held && { hold: row.held.hold, at: new Date(row.held.at) },
  }))
}

/** Links those events to their orders. */
export async function assignEventsToOrders(
  tx: Tx,
  companyId: string,
  orders: readonly (OrderKey & { orderId: string })[],
): Promise<void> {
  await tx.execute(sql`
    update webhook_events e set order_id = key."orderId", error = null
    from json_to_recordset(${JSON.stringify(orders)}::json)
      as key("channelId" uuid, "externalOrderId" text, "orderId" uuid)
    where e.company_id = ${companyAtRunTime(companyId)} and e.channel_id = key."channelId"
      and e.external_order_id = key."externalOrderId" and ${isUnassigned}`)
}

const isUnassigned = sql`
  (e.event_type in ('order.cancelled', 'order.shipped') or e.hold is not null)
  and e.is_verified and e.is_processed and e.order_id is null`

export type SellingChannel = { type: string; name: string; config: ChannelConfig }

/** Stands for the channel of orders that people enter. */
export const noChannel: SellingChannel = { type: 'manual', name: 'Manual', config: ChannelConfig.parse({}) }

export async function findSellingChannels(
  tx: Tx,
  companyId: string,
  channelIds: readonly string[],
): Promise<Map<string, SellingChannel>> {
  const { rows } = await tx.execute<SellingChannel & { id: string }>(sql`
    select id, type, name, config from channels
    where company_id = ${companyId} and id = any(${sql.param([...channelIds])}::uuid[])`)
  return new Map(rows.map((channel) => [channel.id, { ...channel, config: ChannelConfig.parse(channel.config) }]))
}

/** A customer as stored: the phone is encrypted. */
export type StoredCustomer = {
  id: string
  emailHash: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
}

export async function findCustomers(
  tx: Tx,
  companyId: string,
  emailHashes: readonly string[],
): Promise<StoredCustomer[]> {
  if (emailHashes.length === 0) return []
  const { rows } = await tx.execute<StoredCustomer>(sql`
    select id, email_hash as "emailHash", first_name as "firstName", last_name as "lastName", phone from customers
    where company_id = ${companyAtRunTime(companyId)} and email_hash = any(${sql.param([...emailHashes])}::text[])`)
  return rows
}

/** Customers without an e-mail address; each belongs to one order. */
export async function findCustomersOfOrders(tx: Tx, companyId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { rows } = await tx.execute<StoredCustomer & { orderId: string }>(sql`
    select o.id as "orderId", c.id, null as "emailHash", c.first_name as "firstName", c.last_name as "lastName", c.phone
    from orders o join customers c on c.company_id = o.company_id and c.id = o.customer_id and c.email_hash is null
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[]) and c.erased_at is null`)
  return rows
}

/** Customers without an e-mail address, for orders that people enter. */
export async function findCustomersById(tx: Tx, companyId: string, ids: readonly string[]): Promise<StoredCustomer[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<StoredCustomer>(sql`
    select id, null as "emailHash", first_name as "firstName", last_name as "lastName", phone from customers
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...ids])}::uuid[])
      and email_hash is null and erased_at is null`)
  return rows
}

type CustomerUpdate = Omit<StoredCustomer, 'emailHash'> & { phoneHash: string | null }

export async function updateCustomers(tx: Tx, companyId: string, customers: readonly CustomerUpdate[]): Promise<void> {
  if (customers.length === 0) return
  await tx.execute(sql`
    update customers c set first_name = n."firstName", last_name = n."lastName", phone = n.phone,
      phone_hash = n."phoneHash", updated_at = now()
    from json_to_recordset(${JSON.stringify(customers)}::json)
      as n(id uuid, "firstName" text, "lastName" text, phone text, "phoneHash" text)
    where c.company_id = ${companyAtRunTime(companyId)} and c.id = n.id`)
}

type StoredAddress = { id: string; customerId: string; addressHash: string }

/** Known addresses of these customers, by hash. */
export async function findAddresses(
  tx: Tx,
  companyId: string,
  requested: readonly { customerId: string; addressHash: string }[],
): Promise<StoredAddress[]> {
  if (requested.length === 0) return []
  const keys = requested.map(({ customerId, addressHash }) => ({ customerId, addressHash }))
  const { rows } = await tx.execute<StoredAddress>(sql`
    select a.id, a.customer_id as "customerId", a.address_hash as "addressHash"
    from json_to_recordset(${JSON.stringify(keys)}::json) as key("customerId" uuid, "addressHash" text)
    join customer_addresses a on a.company_id = ${companyAtRunTime(companyId)} and a.customer_id = key."customerId"
      and a.address_hash = key."addressHash"`)
  return rows
}
