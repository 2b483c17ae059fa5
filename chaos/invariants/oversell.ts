import { sql } from 'drizzle-orm'
import type { SystemState } from './client-history.ts'
import type { Kept } from './deliveries.ts'

type Level = { sku: string; held: number; free: number }

/** Where nothing is shipped meanwhile: whoever came first has the units, and the levels say just that. */
export async function checkPromises(world: SystemState, kept: readonly Kept[], stock: ReadonlyMap<string, number>) {
  const levels = await readLevels(world)
  return { misjudged: findMisjudged(kept, stock), differing: findDiffering(levels, kept, stock) }
}

/** An order is clear to ship exactly when each of its lines was still in stock when it came. */
function findMisjudged(kept: readonly Kept[], stock: ReadonlyMap<string, number>): string[] {
  const left = new Map(stock)
  return kept.flatMap(({ externalOrderId, lines, isShort }) => {
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

function findDiffering(levels: readonly Level[], kept: readonly Kept[], stock: ReadonlyMap<string, number>): string[] {
  const lines = kept.flatMap((order) => order.lines)
  return levels.flatMap(({ sku, held, free }) => {
    const wanted = lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)
    const left = Math.max((stock.get(sku) ?? 0) - wanted, 0)
    const isRight = held === wanted && free === left
    return isRight ? [] : [`${sku}: ${held} held and ${free} free, though ${wanted} are wanted and ${left} left`]
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
