import type { AttentionCode } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/queries/holds.ts'
import { joinWithLimit } from '../../attention/listed.ts'
import { checkStock } from '../../attention/judge-orders.ts'
import type { ChosenLine } from './choose-lines.ts'
import { SendingRefused } from './sending-refused.ts'

type OpenAttention = { code: AttentionCode; reason: string }

/** Refuses what its channel says it has shipped itself, or has cancelled. */
export function assertNotShippedOrCancelled(attention: readonly OpenAttention[]): void {
  for (const { code, reason } of attention) {
    if (code === 'shipped_by_channel' || code === 'cancelled_by_channel') throw new SendingRefused(code, reason)
  }
}

/** Refuses what Amazon does not hold at all. */
export function assertHeldByAmazon(lines: readonly ChosenLine[]): void {
  const elsewhere = lines.filter(({ isAtAmazon }) => !isAtAmazon).map(({ sku }) => sku)
  if (elsewhere.length === 0) return
  throw new SendingRefused('unfulfillable', `Amazon does not hold ${joinWithLimit(elsewhere)}, so it can’t ship it.`)
}

/** Refuses what Amazon has too few of, given which units the lines of the order lack. */
export function assertInStock(lines: readonly ChosenLine[], coverage: readonly HeldLine[]): void {
  const wanted = new Map(lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  const [short] = checkStock(
    coverage.filter((line) => (wanted.get(line.orderItemId) ?? 0) > line.quantity - line.lacking),
  )
  if (short) throw new SendingRefused('not_enough_stock', short.reason)
}
