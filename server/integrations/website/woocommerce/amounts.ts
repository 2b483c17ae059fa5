import { balanceAmounts, sum, toAmount, toOrderAmounts } from '../amounts.ts'
import type { LineItem, Order } from './wire.ts'

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
  for (const line of refundedLines(order)) {
    const id = refundedLineId(line)
    units.set(id, (units.get(id) ?? 0) + line.quantity)
  }
  return units
}

const refundedLines = ({ lockstep_lookup: lookup }: Order) =>
  (lookup?.refunds ?? []).flatMap(({ line_items: lines }) => lines ?? [])

function refundedLineId({ meta_data: meta }: ReturnType<typeof refundedLines>[number]): string {
  const of = meta?.find(({ key }) => key === '_refunded_item_id')?.value
  return typeof of === 'string' || typeof of === 'number' ? String(of) : ''
}

const share = (cents: number, units: number, { quantity }: LineItem) => Math.round((cents * units) / quantity)

/** Cents by which shipping, tax and discount may be off together, each rounded separately. */
const roundingCents = 4

/**
 * Amounts of what was ordered, in cents: WooCommerce's `total` stays what it was when money is paid back, and so does ours. What needs no
 * shipping is taken off. Lockstep's orders have no fees: a positive fee counts as shipping, a negative one as discount.
 */
export function amountsOf(order: Order) {
  const virtual = order.line_items.filter((line) => isVirtual(order, line))
  const ordered = order.line_items.filter((line) => line.quantity > 0 && !isVirtual(order, line))
  const goods = sum(ordered.map(({ subtotal }) => subtotal))
  const units = sum(ordered.map(({ quantity }) => quantity))
  const fees = (order.fee_lines ?? []).map(({ total }) => total)
  const shipping = order.shipping_total + sum(fees.filter((fee) => fee > 0))
  const virtualTax = sum(virtual.map(({ total_tax: tax }) => tax))
  const tax = order.total_tax - virtualTax
  const total = order.total - sum(virtual.map(paidForGoods)) - virtualTax
  const discount = goods - sum(ordered.map(paidForGoods)) - sum(fees.filter((fee) => fee < 0))
  const refunded = Math.min(refundedOf(order) - refundedForVirtual(order, virtual), total)
  return {
    ...toOrderAmounts(balanceAmounts({ goods, discount, shipping, tax, total }, units + roundingCents)),
    ...(refunded > 0 ? { refundedAmount: toAmount(refunded) } : {}),
  }
}

const paidForGoods = ({ total, subtotal }: LineItem): number => total ?? subtotal

function refundedForVirtual(order: Order, virtual: readonly LineItem[]): number {
  const ids = new Set(virtual.map(({ id }) => id))
  const lines = refundedLines(order).filter((line) => ids.has(refundedLineId(line)))
  return sum(lines.map(({ total, total_tax: tax }) => total + tax))
}
