import type { AttentionCode } from '#contract/order-words.ts'
import type { HeldLine } from '#server/features/inventory/queries/holds.ts'
import { listed } from './listed.ts'

/** An order as it stands, with what can keep it from going on. */
export type StandingOrder = {
  orderId: string
  lines: readonly { sku: string; skuId: string | null }[]
  /** What does not add up in its amounts. */
  difference: string | null
}

/** What is looked at whenever the lines or amounts of an order change. */
export const judgedCodes = ['unmapped_sku', 'not_enough_stock', 'totals_differ'] as const satisfies AttentionCode[]

type Judged = { orderId: string; code: (typeof judgedCodes)[number]; reason: string }

/** What keeps these orders, given which of their lines are covered by stock. */
export function judgeOrders(orders: readonly StandingOrder[], held: readonly HeldLine[]): Judged[] {
  const others = orders.flatMap(({ orderId, lines, difference }): Judged[] => {
    const unmapped = lines.filter((line) => line.skuId === null).map((line) => line.sku)
    const reason = `No SKU of yours is called ${listed(unmapped)}.`
    return [
      ...(unmapped.length > 0 ? [{ orderId, code: 'unmapped_sku' as const, reason }] : []),
      ...(difference === null ? [] : [{ orderId, code: 'totals_differ' as const, reason: difference }]),
    ]
  })
  return [...others, ...judgeStock(held)]
}

/** The orders that lack units. */
export function judgeStock(held: readonly HeldLine[]): Judged[] {
  const short = Map.groupBy(
    held.filter((line) => !line.isCovered),
    (line) => line.orderId,
  )
  return [...short].map(([orderId, lines]) => {
    const wanted = lines.map(({ sku, quantity }) => `${sku} (${quantity} ordered)`)
    return { orderId, code: 'not_enough_stock', reason: `Not enough in stock of ${listed(wanted)}.` }
  })
}
