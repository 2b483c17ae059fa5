import { sql, type SQL } from 'drizzle-orm'
import type { AttentionCode, OrderStatus, ShippingSpeed } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { OrderAmounts } from '../take-in/amounts.ts'
import type { KnownLine } from '../take-in/match-lines.ts'
import { lockOrders } from './lock-orders.ts'

/** An order as it stands here, with what news of its channel are compared with. The customer's e-mail and phone are sealed. */
export type OrderToChange = OrderAmounts & {
  id: string
  orderNumber: string
  channelId: string
  status: OrderStatus
  placedAt: Date
  currency: string
  promotionSummary: unknown
  notes: string | null
  shippingSpeed: ShippingSpeed
  shippingAddressId: string | null
  /** Of the address that its channel told last, and whether a person has corrected that. */
  channelAddressHash: string | null
  isAddressCorrected: boolean
  isErased: boolean
  /** Whether Amazon has ever been asked to ship it. */
  wasSent: boolean
  /** When its channel last changed and last cancelled it, by the channel's clock. */
  updatedByChannelAt: Date | null
  cancelledByChannelAt: Date | null
  /** When a person last took it up again. */
  restoredAt: Date | null
  /** Why it waited for a person, by now resolved or not, since somebody last took it up again. */
  attentions: { code: AttentionCode; reason: string }[]
  customerName: string | null
  emailHash: string | null
  customer: { id: string; email: string | null; phone: string | null; firstName: string | null } | null
  lines: KnownLine[]
}

/** Whether Amazon has ever been asked to ship the order. */
export const wasSent = (order: SQL): SQL =>
  sql`exists (select from fulfillments f where f.company_id = ${order}.company_id and f.order_id = ${order}.id)`

/** Moments are as PostgreSQL writes them. */
type TimeColumn = 'updatedByChannelAt' | 'cancelledByChannelAt' | 'restoredAt'
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
      o.tax_amount as "taxAmount", o.total, o.promotion_summary as "promotionSummary",
      o.shipping_speed as "shippingSpeed", o.shipping_address_id as "shippingAddressId",
      coalesce(o.channel_address_hash, a.address_hash) as "channelAddressHash",
      coalesce(o.channel_address_hash <> a.address_hash, false) as "isAddressCorrected", o.erased_at is not null as "isErased",
      ${wasSent(sql`o`)} as "wasSent",
      told.updated_at as "updatedByChannelAt", told.cancelled_at as "cancelledByChannelAt",
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
          'externalItemId', i.external_item_id, 'sku', i.sku, 'title', i.title, 'quantity', i.quantity,
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
    ) as told
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  return new Map(rows.map((order) => [order.id, toOrder(order)]))
}

const toOrder = (record: OrderRecord): OrderToChange => ({
  ...record,
  placedAt: new Date(record.placedAt),
  updatedByChannelAt: toDate(record.updatedByChannelAt),
  cancelledByChannelAt: toDate(record.cancelledByChannelAt),
  restoredAt: toDate(record.restoredAt),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
