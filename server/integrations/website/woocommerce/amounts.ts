import { balanceAmounts, sum, toOrderAmounts } from '../amounts.ts'
import type { LineItem, Order, RefundDetail } from './wire.ts'

/** A line with the units that are to be sent, and their price before coupons in cents. */
export type LineToSend = { line: LineItem; units: number; goods: number }

/** Lines without what was removed or refunded, and without what needs no shipping. */
export const linesToSend = (order: Order): LineToSend[] =>
  remainingLines(order).filter(({ line }) => !isVirtual(order, line))

/** WooCommerce keeps lines whose quantity was set to 0, and lines that were refunded. */
function remainingLines(order: Order): LineToSend[] {
  const refunded = refundedUnits(order)
  return order.line_items
    .map((line) => ({ line, units: Math.max(line.quantity - (refunded.get(line.id) ?? 0), 0) }))
    .filter(({ units }) => units > 0)
    .map(({ line, units }) => ({ line, units, goods: share(line.subtotal, units, line) }))
}

/** Whether every unit that needs shipping was paid back. */
export const isAllRefunded = (order: Order): boolean =>
  refundedUnits(order).size > 0 && linesToSend(order).length === 0 && refundedOf(order) > 0

export const productIdOf = (line: LineItem): string | undefined =>
  [line.variation_id, line.product_id].find((id) => id && id !== '0') ?? undefined

const isVirtual = ({ lockstep_lookup: lookup }: Order, line: LineItem): boolean => {
  const id = productIdOf(line)
  return id !== undefined && (lookup?.virtualIds.includes(id) ?? false)
}

/** In cents, as the order says it; the lines that it was paid back for are known by `Lookup` alone. */
export const refundedOf = (order: Order): number => -sum((order.refunds ?? []).map(({ total }) => total))

function refundedUnits(order: Order): Map<string, number> {
  const units = new Map<string, number>()
  for (const line of (order.lockstep_lookup?.refunds ?? []).flatMap(({ line_items: lines }) => lines ?? [])) {
    const of = line.meta_data?.find(({ key }) => key === '_refunded_item_id')?.value
    const id = typeof of === 'string' || typeof of === 'number' ? String(of) : ''
    units.set(id, (units.get(id) ?? 0) + line.quantity)
  }
  return units
}

const share = (cents: number, units: number, { quantity }: LineItem) => Math.round((cents * units) / quantity)

/** Cents by which shipping, tax and discount may be off together, each rounded separately. */
const roundingCents = 4

/**
 * Amounts of what is to be sent, in cents: what was paid back and what needs no shipping is taken off, so that the sums agree with the
 * lines. Lockstep's orders have no fees: a positive fee counts as shipping, a negative one as discount. A refund without lines counts as
 * discount.
 */
export function amountsOf(order: Order) {
  const sent = linesToSend(order)
  const goods = sum(sent.map((line) => line.goods))
  const units = sum(sent.map((line) => line.units))
  const refunds = order.lockstep_lookup?.refunds ?? []
  const virtual = remainingLines(order).filter(({ line }) => isVirtual(order, line))
  const virtualTax = sum(virtual.map(({ line, units: left }) => share(line.total_tax, left, line)))
  const fees = (order.fee_lines ?? []).map(({ total }) => total)
  const shipping =
    order.shipping_total + sum(fees.filter((fee) => fee > 0)) - sum(refunds.map((refund) => refundedShipping(refund)))
  const tax = order.total_tax - virtualTax - sum(refunds.map((refund) => refundedTax(refund)))
  const total =
    order.total -
    refundedOf(order) -
    sum(virtual.map(({ line, units: left }) => share(line.total ?? line.subtotal, left, line))) -
    virtualTax
  const discount =
    refundedOf(order) > 0
      ? goods + shipping + tax - total
      : sum(sent.map(({ line }) => line.subtotal - (line.total ?? line.subtotal))) - sum(fees.filter((fee) => fee < 0))
  return toOrderAmounts(balanceAmounts({ goods, discount, shipping, tax, total }, units + roundingCents))
}

const refundedShipping = ({ shipping_lines: ways, fee_lines: fees }: RefundDetail) =>
  sum([...(ways ?? []), ...(fees ?? [])].map(({ total }) => total))

const refundedTax = ({ line_items: lines, shipping_lines: ways, fee_lines: fees }: RefundDetail) =>
  sum([...(lines ?? []), ...(ways ?? []), ...(fees ?? [])].map(({ total_tax: tax }) => tax))
