import { sql } from 'drizzle-orm'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockIntake } from '../intake/queries.ts'
import { resumeOrders } from './map-sku.ts'

/**
 * Job `orders.apply-matches`. Maps the lines of orders that wait for items of the channel which are matched now; the orders then
 * continue. Idempotent.
 */
export async function applyMatches(
  ctx: CompanyContext,
  { channelId }: { channelId: string },
): Promise<{ lines: number; orders: number }> {
  const place = { companyId: ctx.companyId, channelId }
  return ctx.transaction(async (tx) => {
    await lockIntake(tx, ctx.companyId)
    const lines = await mapMatchedLines(tx, place)
    if (lines.length === 0) return { lines: 0, orders: 0 }
    for (const found of Map.groupBy(lines, ({ code, sku }) => JSON.stringify([code, sku])).values()) {
      const [first] = found
      if (!first) continue
      const orderIds = [...new Set(found.map(({ orderId }) => orderId))]
      const open = [...new Set(found.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId))]
      await resumeOrders(tx, ctx, { orderIds, open, code: first.code, sku: first.sku })
    }
    await ctx.publishChange(tx, 'orders')
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'inventory')
    return { lines: lines.length, orders: new Set(lines.map(({ orderId }) => orderId)).size }
  })
}

type MatchedLine = { orderId: string; code: string; sku: string; isOpen: boolean }

/** Sets the SKU on unmapped lines of matched items, after locking their orders by id, so that concurrent lockers cannot deadlock. */
async function mapMatchedLines(
  tx: Tx,
  { companyId, channelId }: { companyId: string; channelId: string },
): Promise<MatchedLine[]> {
  const { rows } = await tx.execute<MatchedLine>(sql`
    with waiting as (
      select l.id, l.order_id, m.sku_id from order_items l
      join channel_items m on m.company_id = ${companyId} and m.channel_id = ${channelId}
        and m.external_id = l.external_product_id and m.sku_id is not null
      where l.company_id = ${companyId} and l.sku_id is null
    ), locked as (
      select o.id, o.status, o.partial_reason from orders o
      where o.company_id = ${companyId} and o.channel_id = ${channelId} and o.id in (select order_id from waiting)
      order by o.id for no key update
    )
    update order_items i set sku_id = waiting.sku_id
    from waiting join locked o on o.id = waiting.order_id
    join skus s on s.company_id = ${companyId} and s.id = waiting.sku_id
    where i.company_id = ${companyId} and i.id = waiting.id and i.sku_id is null
    returning i.order_id as "orderId", i.sku as code, s.sku, o.status in ('placed', 'acknowledged')
      or o.status in ('sent_to_fulfillment', 'shipped') and o.partial_reason is not null as "isOpen"`)
  return rows
}
