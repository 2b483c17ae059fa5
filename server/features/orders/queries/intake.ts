import { sql, type SQL } from 'drizzle-orm'
import { ChannelConfig } from '#server/features/channels/config.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { KnownOrder } from '../take-in/fold-news.ts'
import { wasSent } from './orders-to-change.ts'

/** The first order of a company gets the number after this one. */
const numberBeforeFirst = 10_000

/** Whoever takes in or maps orders of a company waits here for those who began before, so that no order is made twice. */
export async function lockIntake(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select from order_numbers where company_id = ${companyId} for update`)
  if (rows.length > 0) return
  await tx.execute(sql`
    insert into order_numbers (company_id, last) values (${companyId}, ${numberBeforeFirst})
    on conflict (company_id) do update set last = order_numbers.last`)
}

/** As many order numbers as wanted, in a row. */
export async function reserveOrderNumbers(tx: Tx, companyId: string, count: number): Promise<string[]> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    update order_numbers set last = last + ${count} where company_id = ${companyId} returning last::int`)
  const last = rows[0]?.last ?? 0
  return Array.from({ length: count }, (_, index) => `LS-${last - count + 1 + index}`)
}

type OrderKey = { channelId: string; externalOrderId: string }

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
 * Orders of these channels with these names; not each of them is asked for, since channels may use the same names. All
 * are looked up at once: of what is just coming in PostgreSQL has no statistics, and may read a whole channel each time.
 */
const matchesKeys = (keys: readonly OrderKey[]): SQL => sql`
  channel_id = any(${sql.param([...new Set(keys.map(({ channelId }) => channelId))])}::uuid[])
  and external_order_id = any(${sql.param([...new Set(keys.map(({ externalOrderId }) => externalOrderId))])}::text[])`

/** What was told of an order before it came in: that it is cancelled, and when, or that the channel has shipped it. */
export type EarlierEvents = { isCancelled: boolean; cancelledAt: Date | null; isShipped: boolean }

type EarlierEventsRecord = OrderKey & Omit<EarlierEvents, 'cancelledAt'> & { cancelledAt: string | null }

/** Orders like these of which there were news before them. */
export async function findEarlierEvents(
  tx: Tx,
  companyId: string,
  keys: readonly OrderKey[],
): Promise<(OrderKey & EarlierEvents)[]> {
  const { rows } = await tx.execute<EarlierEventsRecord>(sql`
    select channel_id as "channelId", external_order_id as "externalOrderId",
      bool_or(event_type = 'order.cancelled') as "isCancelled",
      max(event_at) filter (where event_type = 'order.cancelled') as "cancelledAt",
      bool_or(event_type = 'order.shipped') as "isShipped"
    from webhook_events e
    where company_id = ${companyAtRunTime(companyId)} and ${matchesKeys(keys)} and ${isUnassigned}
    group by channel_id, external_order_id`)
  return rows.map((row) => ({ ...row, cancelledAt: row.cancelledAt === null ? null : new Date(row.cancelledAt) }))
}

/** Those news are the order's from now on. */
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
  e.event_type in ('order.cancelled', 'order.shipped') and e.is_verified and e.is_processed and e.order_id is null`

export type SellingChannel = { id: string; name: string; config: ChannelConfig }

export async function findSellingChannels(
  tx: Tx,
  companyId: string,
  channelIds: readonly string[],
): Promise<Map<string, SellingChannel>> {
  const { rows } = await tx.execute<SellingChannel>(sql`
    select id, name, config from channels
    where company_id = ${companyId} and id = any(${sql.param([...channelIds])}::uuid[])`)
  return new Map(rows.map(({ id, name, config }) => [id, { id, name, config: ChannelConfig.parse(config) }]))
}
