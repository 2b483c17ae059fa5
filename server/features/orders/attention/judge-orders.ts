import type { AttentionCode } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/queries/holds.ts'
import { joinWithLimit } from './listed.ts'

/** An order as it stands, with what can keep it from going on. */
export type OrderToCheck = {
  orderId: string
  lines: readonly { sku: string; skuId: string | null }[]
  /** What does not add up in its amounts. */
  difference: string | null
}

/** What is looked at whenever the lines or amounts of an order change. */
export const checkedCodes = ['unmapped_sku', 'not_enough_stock', 'totals_differ'] as const satisfies AttentionCode[]

type OrderProblem = { orderId: string; code: (typeof checkedCodes)[number]; reason: string }

/** What keeps these orders, given which of their lines are covered by stock. */
export function checkOrders(orders: readonly OrderToCheck[], held: readonly HeldLine[]): OrderProblem[] {
  const others = orders.flatMap(({ orderId, lines, difference }): OrderProblem[] => {
    const unmapped = lines.filter((line) => line.skuId === null).map((line) => line.sku)
    const reason = `No SKU of yours is called ${joinWithLimit(unmapped)}.`
    return [
      ...(unmapped.length > 0 ? [{ orderId, code: 'unmapped_sku' as const, reason }] : []),
      ...(difference === null ? [] : [{ orderId, code: 'totals_differ' as const, reason: difference }]),
    ]
  })
  return [...others, ...checkStock(held)]
}

/** The orders that lack units. */
export function checkStock(held: readonly HeldLine[]): OrderProblem[] {
  const short = Map.groupBy(
    held.filter((line) => !line.isCovered),
    (line) => line.orderId,
  )
  return [...short].map(([orderId, lines]) => {
    const wanted = lines.map(({ sku, quantity }) => `${sku} (${quantity} ordered)`)
    return { orderId, code: 'not_enough_stock', reason: `Not enough in stock of ${joinWithLimit(wanted)}.` }
  })
}
