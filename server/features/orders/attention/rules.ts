import { type AttentionActor, type AttentionCode, attentionCodes } from '#contract/order-status.ts'
import type { HeldLine } from '#server/features/inventory/hold-queries.ts'

/** The parts of an order that the attention rules check. */
export type OrderToCheck = {
  orderId: string
  lines: readonly { sku: string; skuId: string | null }[]
  /** Sentence about amounts that do not add up; null when they do. */
  difference: string | null
}

/** Codes that are checked again whenever the lines or amounts of an order change. */
export const checkedCodes = ['unmapped_sku', 'not_enough_stock', 'totals_differ'] as const satisfies AttentionCode[]

type OrderProblem = { orderId: string; code: (typeof checkedCodes)[number]; reason: string }

/** Problems that stop these orders: unmapped SKUs, amounts that differ, and lines that stock does not cover. */
export function checkOrders(orders: readonly OrderToCheck[], held: readonly HeldLine[]): OrderProblem[] {
  const others = orders.flatMap(({ orderId, lines, difference }): OrderProblem[] => {
    const unmapped = lines.filter((line) => line.skuId === null).map((line) => line.sku)
    const reason = `Unknown SKU: ${joinWithLimit(unmapped)}`
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
    const skus = lines.map(({ sku, quantity }) => `${sku} (${quantity} ordered)`)
    return { orderId, code: 'not_enough_stock', reason: `Not enough in stock of ${joinWithLimit(skus)}.` }
  })
}

/** `A, B and 3 more`, without duplicates. */
export function joinWithLimit(items: readonly string[], limit = 5): string {
  const distinct = [...new Set(items)]
  const listed = distinct.slice(0, limit)
  const more = distinct.length - listed.length
  return more > 0 ? `${listed.join(', ')} and ${more} more` : listed.join(', ')
}

/**
 * Codes that are resolved when an order ends: all but `push_back_failed`, because the channel still has not been told.
 */
export const openOrderCodes = attentionCodes.filter((code) => code !== 'push_back_failed')

/** What a person can do about each attention code, in one sentence. */
export const remedies: Record<AttentionCode, string> = {
  unmapped_sku: 'Choose which of your SKUs this code stands for. The order then continues.',
  not_enough_stock:
    'Restock or correct the count: the order is released automatically when stock arrives. Or send what is there, send another SKU, or cancel.',
  bad_address: 'Correct the shipping address and send the order.',
  totals_differ: 'Compare the amounts with the channel, then dismiss this if the order is right.',
  discount_differs: 'Compare the discount with your promotions, then dismiss this if the order is right.',
  rejected_by_amazon: 'Correct what Amazon refused, then send the order again.',
  unfulfillable: 'Send the order again at another speed or in parts, or ship it yourself.',
  stuck_in_planning: 'Cancel the fulfillment at Amazon and send the order again.',
  submission_unanswered: 'Ask Amazon whether the fulfillment exists before the order is sent again.',
  push_back_failed: 'Check the channel’s address and send the message again.',
  webhook_not_understood: 'Correct what the message names, then replay it. Or dismiss it if no order is missing.',
  cancelled_by_channel:
    'Cancel the order: Amazon is asked to stop it. If it has shipped, ask the customer to return it, then dismiss this.',
  changed_after_sending: 'Compare the order with what was sent, then dismiss this.',
  reopened_by_channel: 'Restore the order if the channel wants it sent after all. Otherwise dismiss this.',
  shipped_by_channel:
    'Close the order here: neither the customer nor the channel is notified. Or dismiss this to have Amazon ship it too.',
  held_by_channel: 'Cancel the order if it must not arrive. Otherwise dismiss this.',
  cancel_refused: 'Let it ship and ask the customer to return it, then dismiss this.',
  shipped_partly: 'Send the rest once it is in stock, or refund it and dismiss this.',
  package_lost: 'Ask the carrier. Replace or refund the items in the shop, then dismiss this.',
}

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
