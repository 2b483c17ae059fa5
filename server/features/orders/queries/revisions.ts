import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { toOrderColumns } from '../take-in/order-row.ts'

type RevisedOrder = ReturnType<typeof toOrderColumns> & { id: string }

/** Gives orders what their channel tells of them now. */
export async function updateOrders(tx: Tx, companyId: string, revised: readonly RevisedOrder[]): Promise<void> {
  if (revised.length === 0) return
  await tx.execute(sql`
    update orders o set customer_id = n."customerId", customer_name = n."customerName",
      shipping_address_id = n."shippingAddressId", channel_address_hash = n."channelAddressHash", subtotal = n.subtotal, discount_amount = n."discountAmount",
      shipping_amount = n."shippingAmount", tax_amount = n."taxAmount", total = n.total, currency = n.currency,
      promotion_summary = n."promotionSummary", notes = n.notes, shipping_speed = n."shippingSpeed", updated_at = now()
    from json_to_recordset(${JSON.stringify(revised)}::json) as n(id uuid, "customerId" uuid, "customerName" text,
      "shippingAddressId" uuid, "channelAddressHash" text, subtotal numeric, "discountAmount" numeric, "shippingAmount" numeric,
      "taxAmount" numeric, total numeric, currency text, "promotionSummary" jsonb, notes text, "shippingSpeed" text)
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = n.id`)
}

/** Notes when the newest thing happened that the channels have told of. */
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

type RevisedLine = {
  id: string
  externalItemId: string | null
  title: string | null
  quantity: number
  unitPrice: string
  totalPrice: string
}

export async function updateLines(tx: Tx, companyId: string, revised: readonly RevisedLine[]): Promise<void> {
  if (revised.length === 0) return
  await tx.execute(sql`
    update order_items i set external_item_id = n."externalItemId", title = n.title,
      quantity = n.quantity, unit_price = n."unitPrice", total_price = n."totalPrice"
    from json_to_recordset(${JSON.stringify(revised)}::json) as n(id uuid, "externalItemId" text, title text,
      quantity int, "unitPrice" numeric, "totalPrice" numeric)
    where i.company_id = ${companyAtRunTime(companyId)} and i.id = n.id`)
}

export async function deleteLines(tx: Tx, companyId: string, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  await tx.execute(sql`
    delete from order_items where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...lineIds])}::uuid[])`)
}

/** Orders that are with Amazon already are not cancelled here. */
export async function setCancelled(tx: Tx, companyId: string, orderIds: readonly string[], at: Date): Promise<void> {
  if (orderIds.length === 0) return
  await tx.execute(sql`
    update orders set status = 'cancelled', cancelled_at = ${at.toISOString()}::timestamptz, fulfill_after = null,
      updated_at = now()
    where company_id = ${companyAtRunTime(companyId)} and id = any(${sql.param([...orderIds])}::uuid[])
      and status in ('placed', 'acknowledged')`)
}
