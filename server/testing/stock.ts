import { eq, sql } from 'drizzle-orm'
import type { StockSource } from '#contract/inventory.ts'
import { recordCounts } from '#server/features/inventory/record-counts.ts'
import type { Database } from '#server/platform/db/client.ts'
import { fulfillmentItems, fulfillments, packages } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'

type Count = {
  available: number
  reserved?: number
  inbound?: number
  source?: StockSource
  readAt?: Date
  seenAt?: Date
}

/** Records a count of one SKU (by Amazon by default). Returns the number of changed levels. */
export function countStock(db: Database, companyId: string, skuId: string, count: Count): Promise<number> {
  const { available, reserved = null, inbound = null, source = 'amazon', readAt = countedAt, ...seen } = count
  const counts = sql`
    select ${skuId}::uuid as sku_id, ${available}::int as qty_available,
      ${reserved}::int as qty_reserved, ${inbound}::int as qty_inbound`
  return db.inCompany(companyId, (tx) => recordCounts(tx, { companyId, source, readAt, ...seen, counts }))
}

const countedAt = new Date('2026-03-01T08:00:00Z')

type Line = { skuId: string; quantity: number }

/** Builds a placed order with these lines; no units are held. */
export async function buildOrderWithLines(
  db: Database,
  companyId: string,
  lines: Line[],
  overrides: Partial<typeof orders.$inferInsert> = {},
) {
  const id = newId()
  const values = { orderNumber: `O-${id.slice(-12)}`, externalOrderId: id, placedAt: new Date(), ...overrides }
  const items = lines.map((line, position) => ({
    ...line,
    companyId,
    id: newId(),
    orderId: id,
    position,
    sku: 'as-sold',
    unitPrice: '10.00',
    totalPrice: '10.00',
  }))
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(orders).values({ ...values, companyId, id })
    await tx.insert(orderItems).values(items)
  })
  return { id, orderNumber: values.orderNumber, items }
}

type Sent = { id: string; items: readonly { id: string; quantity: number }[] }

/** Builds a fulfillment of all items of an order, in full or with this quantity. */
export async function buildFulfillment(
  db: Database,
  companyId: string,
  order: Sent,
  { quantity, ...columns }: Partial<typeof fulfillments.$inferInsert> & { quantity?: number } = {},
) {
  const id = newId()
  const items = order.items.map((item) => ({
    companyId,
    fulfillmentId: id,
    orderItemId: item.id,
    quantity: quantity ?? item.quantity,
  }))
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(fulfillments).values({ ...columns, companyId, id, orderId: order.id })
    await tx.insert(fulfillmentItems).values(items)
  })
  return { id }
}

/** Builds a parcel of all items that the seller has shipped himself; returns its id. */
export async function buildOwnParcel(db: Database, companyId: string, order: Sent): Promise<string> {
  const fulfillment = await buildFulfillment(db, companyId, order, { provider: 'seller', status: 'shipped' })
  const parcel = { companyId, id: newId(), fulfillmentId: fulfillment.id, packageNumber: '1' }
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(packages).values({ ...parcel, carrier: 'USPS', trackingNumber: '9400', shippedAt: new Date() })
  })
  return parcel.id
}

export async function changeSettings(
  db: Database,
  companyId: string,
  settings: Partial<typeof companySettings.$inferInsert>,
): Promise<void> {
  await db.inCompany(companyId, (tx) =>
    tx.update(companySettings).set(settings).where(eq(companySettings.companyId, companyId)),
  )
}
