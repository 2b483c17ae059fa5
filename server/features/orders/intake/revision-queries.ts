import { sql } from 'drizzle-orm'
import type { AmountOrigins } from '#contract/orders.ts'
import type { ChannelHold } from '#contract/channel-values.ts'
import {
  type AttentionCode,
  fulfillmentStatuses,
  isLive,
  type OrderStatus,
  type ShippingSpeed,
} from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { lockOrders } from '../order-queries.ts'
import type { OrderAmounts } from './amounts.ts'
import type { KnownLine, toOrderColumns, toRevisedLine } from './order-rows.ts'
import { wasSent } from './queries.ts'

/** A stored order with everything that events are compared with. The customer's e-mail and phone are encrypted. */
export type OrderToChange = OrderAmounts & {
  id: string
  orderNumber: string
  channelId: string | null
  status: OrderStatus
  placedAt: Date
  currency: string
  externalNumber: string | null
  refundedAmount: string
  amountOrigins: AmountOrigins | null
  promotionSummary: unknown
  notes: string | null
  shippingSpeed: ShippingSpeed
  shippingAddressId: string | null
  /** Hash of the channel's last address, and whether a person has corrected it. */
  channelAddressHash: string | null
  isAddressCorrected: boolean
  isErased: boolean
  /** Whether the order has ever had an attempt. */
  wasSent: boolean
  /** The seller has shipped of it, and Amazon has never been asked to. */
  isShippedBySeller: boolean
  /** Whether Amazon has, or may have, something of it. */
  isAtAmazon: boolean
  channelHold: ChannelHold | null
  channelHoldReason: string | null
  /** When the channel last said so, by its clock. */
  channelHeldAt: Date | null
  /** Whether the hold is older than the order here: its customer has not been notified of it. */
  cameInHeld: boolean
  /** Last update and last cancellation, by the channel's clock. */
  updatedByChannelAt: Date | null
  cancelledByChannelAt: Date | null
  /** When a person last restored it. */
  restoredAt: Date | null
  /** Attention raised since the last restore, open and resolved. */
  attentions: { code: AttentionCode; reason: string }[]
  customerName: string | null
  emailHash: string | null
  customer: { id: string; email: string | null; phone: string | null; firstName: string | null } | null
  lines: KnownLine[]
}

/** Times are text as PostgreSQL writes them. */
type TimeColumn = 'channelHeldAt' | 'updatedByChannelAt' | 'cancelledByChannelAt' | 'restoredAt'

type OrderRecord = Omit<OrderToChange, TimeColumn | 'placedAt'> &
  Record<TimeColumn, string | null> & { placedAt: string }

export async function lockOrdersToChange(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, OrderToChange>> {
  if (orderIds.length === 0) return new Map()
  await lockOrders(tx, companyId, orderIds)
  const { rows } = await tx.execute<OrderRecord>(sql`
    select o.id, o.order_number as "orderNumber", o.channel_id as "channelId", o.status,
      o.placed_at as "placedAt", o.currency, o.notes,
      o.subtotal, o.discount_amount as "discountAmount", o.shipping_amount as "shippingAmount",
      o.tax_amount as "taxAmount", o.total, o.amount_origins as "amountOrigins", o.promotion_summary as "promotionSummary",
      o.shipping_speed as "shippingSpeed", o.shipping_address_id as "shippingAddressId",
      coalesce(o.channel_address_hash, a.address_hash) as "channelAddressHash",
      coalesce(o.channel_address_hash <> a.address_hash, false) as "isAddressCorrected", o.erased_at is not null as "isErased",
      ${wasSent(sql`o`)} as "wasSent",
      coalesce((
        select bool_and(f.provider = 'seller') from fulfillments f
        where f.company_id = o.company_id and f.order_id = o.id
      ), false) as "isShippedBySeller",
      exists (
        select from fulfillments f where f.company_id = o.company_id and f.order_id = o.id and f.submitted_at is not null
          and f.status <> all(${sql.param(notLive)}::text[])
      ) as "isAtAmazon",
      o.external_number as "externalNumber", o.refunded_amount as "refundedAmount", o.channel_hold as "channelHold",
      o.channel_hold_reason as "channelHoldReason", o.channel_held_at as "channelHeldAt",
      o.channel_hold is not null and exists (
        select from order_events p join order_events h on h.company_id = p.company_id and h.order_id = p.order_id
          and h.event = 'order.held_by_channel' and h.occurred_at = p.occurred_at
        where p.company_id = o.company_id and p.order_id = o.id and p.event = 'order.placed'
      ) as "cameInHeld",
      events.updated_at as "updatedByChannelAt", events.cancelled_at as "cancelledByChannelAt",
      o.restored_at as "restoredAt",
      array(
        select json_build_object('code', t.code, 'reason', t.reason) from attention_items t
        where t.company_id = o.company_id and t.order_id = o.id
          and t.raised_at >= coalesce(o.restored_at, '-infinity')
      ) as attentions,
      o.customer_name as "customerName", c.email_hash as "emailHash",
      case when c.id is not null then json_build_object('id', c.id, 'email', c.email, 'phone', c.phone,
        'firstName', c.first_name) end as customer,
      array(
        select json_build_object('id', i.id, 'position', i.position, 'skuId', i.sku_id,
          'externalItemId', i.external_item_id, 'externalProductId', i.external_product_id,
          'properties', i.properties, 'sku', i.sku, 'title', i.title, 'quantity', i.quantity,
          'unitPrice', i.unit_price::text)
        from order_items i where i.company_id = o.company_id and i.order_id = o.id order by i.position
      ) as lines
    from orders o
    left join customers c on c.company_id = o.company_id and c.id = o.customer_id
    left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    cross join lateral (
      select max(e.event_at) filter (where e.event_type = 'order.updated') as updated_at,
        max(e.event_at) filter (where e.event_type = 'order.cancelled') as cancelled_at
      from webhook_events e where e.company_id = o.company_id and e.order_id = o.id and e.is_verified
    ) as events
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  return new Map(rows.map((order) => [order.id, toOrder(order)]))
}

const toOrder = (record: OrderRecord): OrderToChange => ({
  ...record,
  placedAt: new Date(record.placedAt),
  channelHeldAt: toDate(record.channelHeldAt),
  updatedByChannelAt: toDate(record.updatedByChannelAt),
  cancelledByChannelAt: toDate(record.cancelledByChannelAt),
  restoredAt: toDate(record.restoredAt),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

const notLive = fulfillmentStatuses.filter((status) => !isLive(status))

type RevisedOrder = ReturnType<typeof toOrderColumns> & { id: string }

/** Updates the columns that follow the channel. */
export async function updateOrders(tx: Tx, companyId: string, revised: readonly RevisedOrder[]): Promise<void> {
  if (revised.length === 0) return
  await tx.execute(sql`
    update orders o set customer_id = n."customerId", customer_name = n."customerName",
      shipping_address_id = n."shippingAddressId", channel_address_hash = n."channelAddressHash", subtotal = n.subtotal, discount_amount = n."discountAmount",
      shipping_amount = n."shippingAmount", tax_amount = n."taxAmount", total = n.total, currency = n.currency,
      external_number = n."externalNumber", refunded_amount = n."refundedAmount", amount_origins = n."amountOrigins",
      promotion_summary = n."promotionSummary", notes = n.notes, shipping_speed = n."shippingSpeed", updated_at = now()
    from json_to_recordset(${JSON.stringify(revised)}::json) as n(id uuid, "customerId" uuid, "customerName" text,
      "shippingAddressId" uuid, "channelAddressHash" text, subtotal numeric, "discountAmount" numeric, "shippingAmount" numeric,
      "taxAmount" numeric, total numeric, currency text, "externalNumber" text, "refundedAmount" numeric, "amountOrigins" jsonb,
      "promotionSummary" jsonb, notes text, "shippingSpeed" text)
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = n.id`)
}

/** Stores the time of the newest event of each order. */
export async function updateChannelUpdatedAt(
  tx: Tx,
  companyId: string,
  updates: readonly { id: string; at: Date | null }[],
): Promise<void> {
  if (updates.length === 0) return
  await tx.execute(sql`
    update orders o set channel_updated_at = n.at from json_to_recordset(${JSON.stringify(updates)}::json)
      as n(id uuid, at timestamptz)
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = n.id and o.channel_updated_at is distinct from n.at`)
}

export async function updateLines(
  tx: Tx,
  companyId: string,
  revised: readonly ReturnType<typeof toRevisedLine>[],
): Promise<void> {
  if (revised.length === 0) return
  await tx.execute(sql`
    update order_items i set sku_id = n."skuId", external_item_id = n."externalItemId",
      external_product_id = n."externalProductId", sku = n.sku, title = n.title, quantity = n.quantity,
      unit_price = n."unitPrice", total_price = n."totalPrice", properties = n.properties
    from json_to_recordset(${JSON.stringify(revised)}::json) as n(id uuid, "skuId" uuid, "externalItemId" text,
      "externalProductId" text, sku text, title text, quantity int, "unitPrice" numeric, "totalPrice" numeric, properties jsonb)
    where i.company_id = ${companyAtRunTime(companyId)} and i.id = n.id`)
}

type ChangedHold = Pick<OrderToChange, 'id' | 'channelHold' | 'channelHoldReason' | 'channelHeldAt'>

/** Stores what the channels last said about keeping orders back. */
export async function updateChannelHolds(tx: Tx, companyId: string, changed: readonly ChangedHold[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update orders o set channel_hold = n."channelHold", channel_hold_reason = n."channelHoldReason",
      channel_held_at = n."channelHeldAt", updated_at = now()
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as n(id uuid, "channelHold" text, "channelHoldReason" text, "channelHeldAt" timestamptz)
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = n.id`)
}

export async function deleteLines(tx: Tx, companyId: string, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  await tx.execute(sql`
    delete from order_items where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...lineIds])}::uuid[])`)
}

/** Cancels placed and acknowledged orders; submitted ones are not touched. */
export async function setCancelled(tx: Tx, companyId: string, orderIds: readonly string[], at: Date): Promise<void> {
  if (orderIds.length === 0) return
  await tx.execute(sql`
    update orders set status = 'cancelled', cancelled_at = ${at.toISOString()}::timestamptz, fulfill_after = null,
      updated_at = now()
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
      and status in ('placed', 'acknowledged')`)
}
