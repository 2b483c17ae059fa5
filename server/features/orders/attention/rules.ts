import { inEnglish, joinMessages, type Message, say, type Sentence } from '#contract/i18n.ts'
import { type AttentionActor, type AttentionCode, attentionCodes } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/hold-queries.ts'

/** The parts of an order that the attention rules check. */
export type OrderToCheck = {
  orderId: string
  lines: readonly { sku: string; skuId: string | null }[]
  /** Sentence about amounts that do not add up; null when they do. */
  difference: Message | null
}

/** Codes that are checked again whenever the lines or amounts of an order change. */
export const checkedCodes = ['unmapped_sku', 'not_enough_stock', 'totals_differ'] as const satisfies AttentionCode[]

type OrderProblem = { orderId: string; code: (typeof checkedCodes)[number]; reason: Message }

/** Problems that stop these orders: unmapped SKUs, amounts that differ, and lines that stock does not cover. */
export function checkOrders(orders: readonly OrderToCheck[], held: readonly HeldLine[]): OrderProblem[] {
  const others = orders.flatMap(({ orderId, lines, difference }): OrderProblem[] => {
    const unmapped = lines.filter((line) => line.skuId === null).map((line) => line.sku)
    const reason = say('Unknown SKU: {skus}', { skus: listWithLimit(unmapped) })
    return [
      ...(unmapped.length > 0 ? [{ orderId, code: 'unmapped_sku' as const, reason }] : []),
      ...(difference === null ? [] : [{ orderId, code: 'totals_differ' as const, reason: difference }]),
    ]
  })
  return [...others, ...checkStock(held)]
}

/** One problem per order with lines that stock does not cover. */
export function checkStock(held: readonly HeldLine[]): OrderProblem[] {
  const short = Map.groupBy(
    held.filter((line) => !line.isCovered),
    (line) => line.orderId,
  )
  return [...short].map(([orderId, lines]) => {
    const skus = lines.map(({ sku, quantity }) => say('{sku} ({quantity} ordered)', { sku, quantity }))
    const reason = say('Not enough stock for {skus}.', { skus: listWithLimit(skus) })
    return { orderId, code: 'not_enough_stock', reason }
  })
}

/** `A, B and 3 more`, without duplicates. */
export function listWithLimit(items: readonly Sentence[], limit = 5): Message {
  const distinct = [...new Map(items.map((item) => [inEnglish(item), item])).values()]
  const listed = distinct.slice(0, limit)
  const more = distinct.length - listed.length
  return say('{listed}{more, plural, =0 {} other { and # more}}', { listed: joinMessages(listed, ', '), more })
}

/**
 * Codes that are resolved when an order ends: all but `push_back_failed`, because the channel still has not been told.
 */
export const openOrderCodes = attentionCodes.filter((code) => code !== 'push_back_failed')

/** Who can act on each attention code. */
export const attentionActors: Record<AttentionCode, AttentionActor> = {
  unmapped_sku: 'you',
  not_enough_stock: 'you',
  bad_address: 'you',
  totals_differ: 'you',
  discount_differs: 'you',
  rejected_by_amazon: 'you',
  unfulfillable: 'you',
  stuck_in_planning: 'amazon',
  submission_unanswered: 'amazon',
  push_back_failed: 'channel',
  webhook_not_understood: 'channel',
  cancelled_by_channel: 'you',
  changed_after_sending: 'you',
  reopened_by_channel: 'you',
  shipped_by_channel: 'you',
  held_by_channel: 'you',
  cancel_refused: 'you',
  shipped_partly: 'you',
  package_lost: 'you',
}
