import { eq, sql } from 'drizzle-orm'
import type { OrderEventType } from '#contract/intake.ts'
import { storeDelivery } from '#server/features/channels/inbox/store-delivery.ts'
import { fetchOrders } from '#server/features/orders/intake/fetch-orders.ts'
import { processInbox, addCounts } from '#server/features/orders/intake/process-inbox.ts'
import { companyContext, noOrigin, type CompanyContext, type Deps } from '#server/platform/context.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { buildCompany, buildSku } from './builders.ts'
import { buildChannel } from './channels.ts'
import { countStock } from './stock.ts'

export type IntakeFixture = Awaited<ReturnType<typeof createIntakeFixture>>

type Options = { stock?: Record<string, number>; channel?: Parameters<typeof buildChannel>[2] }

/** A company with a channel and counted SKUs that processes its inbox. */
export async function createIntakeFixture(
  deps: Deps,
  { stock = { 'TEE-L': 10, MUG: 10 }, channel = {} }: Options = {},
) {
  const { db } = deps
  const { id: companyId } = await buildCompany(db, { phone: '+12065550199' })
  const shop = await buildChannel(deps, companyId, channel)
  const skus = new Map<string, string>()
  for (const [sku, available] of Object.entries(stock)) {
    const { id } = await buildSku(db, companyId, { sku })
    skus.set(sku, id)
    await countStock(db, companyId, id, { available })
  }
  const ctx = companyContext(deps, { actor: { type: 'job', name: 'orders.take-in' }, origin: noOrigin }, companyId)
  return {
    deps,
    companyId,
    ctx,
    shop,
    skuId: (sku: string) => skus.get(sku) ?? '',
    /** Processes the inbox and fetches orders that were only named. */
    processInbox: async () => addCounts(await processInbox(ctx), await fetchOrders(ctx)),
    /** Stores bytes in the inbox like a verified webhook; returns the delivery's id. */
    deliver: async (body: Buffer | string, { channelId = shop.id } = {}) => {
      const [id = ''] = await storeDeliveries(ctx, channelId, [body])
      return id
    },
    deliverAll: (bodies: readonly string[]) => storeDeliveries(ctx, shop.id, bodies),
    orders: () => readOrders(deps, companyId),
    deliveries: () => db.inCompany(companyId, (tx) => tx.select().from(webhookEvents)),
    timelineOf: (orderId: string) =>
      db.inCompany(companyId, (tx) =>
        tx.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id),
      ),
    attention: () => db.inCompany(companyId, (tx) => tx.select().from(attentionItems).orderBy(attentionItems.id)),
    open: async () => {
      const items = await db.inCompany(companyId, (tx) => tx.select().from(attentionItems))
      return items.filter((item) => !item.resolvedAt).map(({ code, reason }) => ({ code, reason }))
    },
    held: async () => {
      const { rows } = await db.inCompany(companyId, (tx) =>
        tx.execute<{ sku: string; held: number }>(sql`
          select s.sku, l.qty_held as held from stock_levels l
          join skus s on s.company_id = l.company_id and s.id = l.sku_id order by s.sku`),
      )
      return Object.fromEntries(rows.map(({ sku, held }) => [sku, held]))
    },
  }
}

/** In one transaction, because only processing is tested. */
function storeDeliveries(
  ctx: CompanyContext,
  channelId: string,
  bodies: readonly (Buffer | string)[],
): Promise<string[]> {
  return ctx.transaction(async (tx) => {
    const ids: string[] = []
    for (const body of bodies) {
      const content = { headers: {}, body: Buffer.from(body) }
      const delivery = { channelId, source: 'webhook', deliveryId: newId(), signature: 'good', content } as const
      ids.push((await storeDelivery(tx, ctx, delivery)) ?? '')
    }
    return ids
  })
}

/** An order in the format of our webhook: two tees and a mug for Ana by default. */
export const anOrder = (externalOrderId: string, changes: object = {}) => ({
  externalOrderId,
  placedAt: '2026-03-02T09:00:00Z',
  customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', phone: '+12065550100' },
  shippingAddress: { line1: '1 Main St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
  items: [
    { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' },
    { sku: 'MUG', quantity: 1, unitPrice: '8.00' },
  ],
  ...changes,
})

/** The webhook body of an order event, this many minutes after nine o'clock. */
export const orderEventBody = (type: OrderEventType, minute: number, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString(), data })

/** The orders with every field that must not depend on the order of their events. */
async function readOrders({ db }: Deps, companyId: string) {
  const { rows } = await db.inCompany(companyId, (tx) =>
    tx.execute<{
      id: string
      orderNumber: string
      externalOrderId: string
      status: string
      total: string
      customerName: string | null
      city: string | null
      fulfillAfter: string | null
      channelHold: string | null
      lines: { sku: string; quantity: number; held: number; isKnown: boolean }[]
    }>(sql`
      select o.id, o.order_number as "orderNumber", o.external_order_id as "externalOrderId", o.status, o.total,
        o.customer_name as "customerName", a.city, o.fulfill_after as "fulfillAfter", o.channel_hold as "channelHold",
        array(
          select json_build_object('sku', i.sku, 'quantity', i.quantity, 'isKnown', i.sku_id is not null, 'held', (
            select coalesce(sum(h.quantity), 0) from stock_holds h
            where h.company_id = i.company_id and h.order_item_id = i.id and h.ended_at is null
          )) from order_items i where i.company_id = o.company_id and i.order_id = o.id order by i.sku, i.quantity
        ) as lines
      from orders o
      left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
      order by o.external_order_id`),
  )
  return rows
}
