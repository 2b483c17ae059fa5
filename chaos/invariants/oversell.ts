import { sql } from 'drizzle-orm'
import type { SystemState } from './client-history.ts'
import type { StoredOrder } from './deliveries.ts'

type Level = { sku: string; held: number; free: number }

/** First come, first served: earlier orders have the units, and the stock levels agree. Valid while nothing is shipped. */
export async function checkOversell(
  system: SystemState,
  storedOrders: readonly StoredOrder[],
  stock: ReadonlyMap<string, number>,
) {
  const levels = await readLevels(system)
  return {
    wrongDecisions: findWrongStockDecisions(storedOrders, stock),
    differing: findDifferingLevels(levels, storedOrders, stock),
  }
}

/** An order is clear to ship exactly if every line was still in stock when it arrived. */
function findWrongStockDecisions(storedOrders: readonly StoredOrder[], stock: ReadonlyMap<string, number>): string[] {
  const left = new Map(stock)
  return storedOrders.flatMap(({ externalOrderId, lines, isShort }) => {
    let isLacking = false
    for (const { sku, quantity } of lines) {
      const rest = (left.get(sku) ?? 0) - quantity
      left.set(sku, rest)
      isLacking ||= rest < 0
    }
    const is = isShort ? 'short' : 'clear'
    return isLacking === isShort ? [] : [`order ${externalOrderId} is ${is}, and should not be`]
  })
}

function findDifferingLevels(
  levels: readonly Level[],
  storedOrders: readonly StoredOrder[],
  stock: ReadonlyMap<string, number>,
): string[] {
  const lines = storedOrders.flatMap((order) => order.lines)
  return levels.flatMap(({ sku, held, free }) => {
    const ordered = lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)
    const left = Math.max((stock.get(sku) ?? 0) - ordered, 0)
    const isRight = held === ordered && free === left
    return isRight ? [] : [`${sku}: ${held} held and ${free} free, though ${ordered} are ordered and ${left} left`]
  })
}

function readLevels({ deps, companyId }: SystemState): Promise<Level[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<Level>(sql`
      select s.sku, l.qty_held as held, l.qty_free as free
      from skus s join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id`)
    return rows
  })
}
