import { sql } from 'drizzle-orm'
import type { ShopSystem } from './system.ts'

/** An order as the product has it; `submissions` are the ids of its attempts at Amazon. */
export type OwnOrder = {
  channelId: string
  externalOrderId: string
  receivedAt: number
  status: string
  hold: string | null
  /** Stock is short, or the shop changed the order while it was on its way to Amazon. */
  needsPerson: boolean
  units: Record<string, number>
  submissions: string[]
}

export function readOwnOrders({ deps, companyId }: ShopSystem): Promise<OwnOrder[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<OwnOrder>(sql`
      select o.channel_id as "channelId", o.external_order_id as "externalOrderId", o.status, o.channel_hold as hold,
        (extract(epoch from o.created_at) * 1000)::float8 as "receivedAt",
        exists (
          select from attention_items a where a.company_id = o.company_id and a.order_id = o.id
            and a.code in ('not_enough_stock', 'changed_after_sending') and a.resolved_at is null
        ) as "needsPerson",
        coalesce((select json_object_agg(lines.sku, lines.units) from (
          select i.sku, sum(i.quantity)::int as units from order_items i
          where i.company_id = o.company_id and i.order_id = o.id group by i.sku
        ) lines), '{}') as units,
        array(select f.external_fulfillment_id from fulfillments f
          where f.company_id = o.company_id and f.order_id = o.id and f.external_fulfillment_id is not null) as submissions
      from orders o`)
    return rows
  })
}

/** An order at Amazon that was not ended there. */
export type AmazonOrder = { id: string; receivedAt: number; units: Record<string, number>; trackingNumbers: string[] }

const endedStatuses = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])

export function readAmazonOrders({ emulators }: ShopSystem): AmazonOrder[] {
  return Object.values(emulators.amazon.state.sellers).flatMap(({ fulfillment }) =>
    Object.values(fulfillment.orders).flatMap(({ id, status, receivedAt, lines, shipments }) => {
      if (endedStatuses.has(status)) return []
      const left = shipments.filter(({ leftAt }) => leftAt !== null)
      return [
        {
          id,
          receivedAt: Date.parse(receivedAt),
          units: Object.fromEntries(lines.map(({ sku, quantity, cancelled }) => [sku, quantity - cancelled])),
          trackingNumbers: left.flatMap(({ packages }) => packages.map(({ trackingNumber }) => trackingNumber)),
        },
      ]
    }),
  )
}

/** What both shops are to show, by SKU. */
export function readSellable({ deps, companyId }: ShopSystem): Promise<Map<string, number>> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ sku: string; sellable: number }>(sql`
      select s.sku, greatest(l.qty_free, 0) as sellable
      from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id`)
    return new Map(rows.map(({ sku, sellable }) => [sku, sellable]))
  })
}

/** Whether deliveries of shops still wait to be taken in, and whether jobs are queued or at work. */
export function readWork({ deps, companyId }: ShopSystem): Promise<{ deliveries: number; jobs: number }> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ deliveries: number; jobs: number }>(sql`select
      (select count(*)::int from webhook_events where is_verified and not is_processed and error is null) as deliveries,
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')
        and group_id = ${companyId} and start_after < now() + interval '2 seconds') as jobs`)
    return rows[0] ?? { deliveries: 0, jobs: 0 }
  })
}
