import { sql } from 'drizzle-orm'
import type { SystemState } from './client-history.ts'

type Level = { sku: string; held: number; open: number; wanted: number; sold: number }

/** Holds match open orders, and no more units were promised than there were. */
export async function checkStock(system: SystemState, stock: ReadonlyMap<string, number>): Promise<string[]> {
  return (await readLevels(system)).flatMap(({ sku, held, open, wanted, sold }) => [
    ...(held === open ? [] : [`${sku}: ${held} are held, and the holds say ${open}`]),
    ...(open >= wanted ? [] : [`${sku}: ${open} are held, and open orders want ${wanted}`]),
    ...(sold <= (stock.get(sku) ?? 0) ? [] : [`${sku}: ${sold} units are promised, and there were ${stock.get(sku)}`]),
  ])
}

/** `wanted`: units of orders not yet sent to Amazon. `sold`: units of orders that are clear to ship or at Amazon. */
function readLevels({ deps, companyId }: SystemState): Promise<Level[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<Level>(sql`
      with lines as (
        select i.sku_id, i.quantity, o.status, exists (
          select from attention_items a
          where a.company_id = o.company_id and a.order_id = o.id and a.code = 'not_enough_stock' and a.resolved_at is null
        ) as is_short
        from orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
        where o.status <> 'cancelled'
      )
      select s.sku, l.qty_held as held,
        coalesce((select sum(h.quantity)::int from stock_holds h where h.sku_id = s.id and h.ended_at is null), 0) as open,
        coalesce(sum(n.quantity) filter (where n.status in ('placed', 'acknowledged')), 0)::int as wanted,
        coalesce(sum(n.quantity) filter (where not n.is_short), 0)::int as sold
      from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
      left join lines n on n.sku_id = s.id
      group by s.company_id, s.id, s.sku, l.qty_held`)
    return rows
  })
}
