import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { ShopOrder } from '../shop-orders.ts'
import { demandOf, type Sold } from './orders.ts'
import type { ChaosWorld } from './world.ts'

type Taken = ShopOrder & { channelId: string; isShort: boolean }
type Level = { sku: string; available: number; held: number; free: number; open: number }

/** What differs from what was sold and from what was in stock, in words; and how many orders are clear to ship. */
export async function findFaults(world: ChaosWorld, orders: readonly Sold[], stock: ReadonlyMap<string, number>) {
  const taken = await readTaken(world)
  const levels = await readLevels(world)
  const faults = [
    ...ordersThatDiffer(taken, orders),
    ...levelsThatDiffer(levels, orders, stock),
    ...ordersMisjudged(taken, stock),
  ]
  return { faults, taken: taken.length, clear: taken.filter(({ isShort }) => !isShort).length }
}

function ordersThatDiffer(taken: readonly Taken[], sold: readonly Sold[]): string[] {
  const byId = Map.groupBy(taken, ({ externalOrderId }) => externalOrderId)
  const wrong = sold.flatMap(({ externalOrderId, shop, lines }) => {
    const found = byId.get(externalOrderId) ?? []
    if (found.length !== 1) return [`order ${externalOrderId} is there ${found.length} times`]
    const [{ channelId, lines: kept } = { channelId: '', lines: [] }] = found
    if (channelId !== shop.id) return [`order ${externalOrderId} is another channel's`]
    return isDeepStrictEqual(kept, lines) ? [] : [`order ${externalOrderId} has other lines: ${JSON.stringify(kept)}`]
  })
  return taken.length === sold.length ? wrong : [...wrong, `${taken.length} orders are there, ${sold.length} were sold`]
}

function levelsThatDiffer(levels: readonly Level[], sold: readonly Sold[], stock: ReadonlyMap<string, number>) {
  return levels.flatMap((level) => {
    const [available = 0, demand] = [stock.get(level.sku), demandOf(sold, level.sku)]
    const free = Math.max(available - demand, 0)
    const expected: Level = { sku: level.sku, available, held: demand, free, open: demand }
    return isDeepStrictEqual({ ...level }, expected)
      ? []
      : [`level ${JSON.stringify(level)}, not ${JSON.stringify(expected)}`]
  })
}

/** Whoever came first gets the units: an order is clear to ship exactly when each of its lines was still in stock then. */
function ordersMisjudged(taken: readonly Taken[], stock: ReadonlyMap<string, number>): string[] {
  const left = new Map(stock)
  return taken.flatMap(({ externalOrderId, lines, isShort }) => {
    let isLacking = false
    for (const { sku, quantity } of lines) {
      const rest = (left.get(sku) ?? 0) - quantity
      left.set(sku, rest)
      isLacking ||= rest < 0
    }
    return isLacking === isShort
      ? []
      : [`order ${externalOrderId} is ${isShort ? 'short' : 'clear'}, and should not be`]
  })
}

/** In the order in which they came in. */
function readTaken({ deps, companyId }: ChaosWorld): Promise<Taken[]> {
  const found = sql`
    select o.external_order_id as "externalOrderId", o.channel_id as "channelId",
      json_agg(json_build_object('sku', i.sku, 'quantity', i.quantity, 'unitPrice', i.unit_price::text) order by i.position) as lines,
      exists (
        select from attention_items a where a.order_id = o.id and a.code = 'not_enough_stock' and a.resolved_at is null
      ) as "isShort"
    from orders o join order_items i on i.order_id = o.id
    group by o.company_id, o.id order by length(o.order_number), o.order_number`
  return deps.db.inCompany(companyId, async (tx) => (await tx.execute<Taken>(found)).rows)
}

function readLevels({ deps, companyId }: ChaosWorld): Promise<Level[]> {
  const found = sql`
    select s.sku, l.qty_available as available, l.qty_held as held, l.qty_free as free, coalesce((
      select sum(h.quantity)::int from stock_holds h where h.sku_id = s.id and h.ended_at is null
    ), 0) as open
    from skus s join stock_levels l on l.sku_id = s.id`
  return deps.db.inCompany(companyId, async (tx) => (await tx.execute<Level>(found)).rows)
}
