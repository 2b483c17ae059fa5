import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { FeeEstimate, orderBatchesApi } from '#contract/order-batches.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { sumFees } from '../fulfillment-fees.ts'
import { isToShip } from '../order-queries.ts'
import { getChosenOrThrow, lookUpContacts } from './batches.ts'

type Input = ParsedInputOf<(typeof orderBatchesApi)['fees']>

/**
 * The fees of orders before they are sent, by what Amazon quoted for the same units at the same speed to the same country. Amazon is not
 * asked: previews of hundreds of orders would use up the rate that submissions need.
 */
export async function estimateFees(ctx: CompanyContext, input: Input): Promise<FeeEstimate> {
  const { companyId, clock } = ctx
  const choice = await lookUpContacts(ctx, input)
  return ctx.transaction(async (tx) => {
    const orderIds = await getChosenOrThrow(tx, companyId, choice)
    const since = new Date(clock.now().getTime() - quoteLifetime)
    const likely = await listLikelyFees(tx, { companyId, orderIds, speed: input.shippingSpeed ?? null, since })
    const fees = likely.flatMap(({ amount, marketplaceId }) => (amount === null ? [] : [{ amount, marketplaceId }]))
    return { sums: sumFees(fees, 'USD'), orders: likely.length, estimated: fees.length }
  })
}

/** Ninety days in milliseconds: Amazon changes its fees a few times a year. */
const quoteLifetime = 90 * 86_400_000

/** The newest quotes of so many attempts are looked at, which bounds the work. */
const mostQuotes = 5_000

type FeeQuestion = { companyId: string; orderIds: readonly string[]; speed: ShippingSpeed | null; since: Date }

/** One row per order that can be sent, with the newest fee of an order like it, if there is one. */
async function listLikelyFees(tx: Tx, { companyId, orderIds, speed, since }: FeeQuestion) {
  const company = companyAtRunTime(companyId)
  const { rows } = await tx.execute<{ amount: string | null; marketplaceId: string | null }>(sql`
    with chosen as (
      select coalesce(${speed}::text, orders.shipping_speed) as speed, a.country, (
        select case when bool_and(i.sku_id is not null) then string_agg(i.sku_id || ' ' || i.quantity, ',' order by i.sku_id, i.quantity) end
        from order_items i where i.company_id = orders.company_id and i.order_id = orders.id
      ) as units
      from orders left join customer_addresses a on a.company_id = orders.company_id and a.id = orders.shipping_address_id
      where orders.company_id = ${company} and orders.id = any(${sql.param([...orderIds])}::uuid[]) and ${isToShip}
    ), quoted as (
      select f.shipping_speed as speed, a.country, f.shipping_cost::text as amount, f.marketplace_id, f.created_at, (
        select string_agg(i.sku_id || ' ' || fi.quantity, ',' order by i.sku_id, fi.quantity) from fulfillment_items fi
        join order_items i on i.company_id = fi.company_id and i.id = fi.order_item_id
        where fi.company_id = f.company_id and fi.fulfillment_id = f.id
      ) as units
      from fulfillments f join orders o on o.company_id = f.company_id and o.id = f.order_id
      left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
      where f.company_id = ${company} and f.provider = 'amazon_mcf' and f.shipping_cost is not null
        and f.created_at >= ${since.toISOString()}::timestamptz
      order by f.created_at desc limit ${mostQuotes}
    ), newest as (select distinct on (units, speed, country) * from quoted order by units, speed, country, created_at desc)
    select n.amount, n.marketplace_id as "marketplaceId"
    from chosen c left join newest n on n.units = c.units and n.speed = c.speed and n.country = c.country`)
  return rows
}
