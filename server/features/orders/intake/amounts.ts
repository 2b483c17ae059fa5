import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'

export type OrderAmounts = {
  subtotal: string
  discountAmount: string
  shippingAmount: string
  taxAmount: string
  total: string
}

/** `difference`: a sentence about what does not add up to the cent, or null. */
type PricedOrder = { amounts: OrderAmounts; difference: string | null }

type OrderToPrice = Pick<OrderData, keyof OrderAmounts> & {
  items: readonly LineToPrice[]
  currency?: string
  /** What was paid back; the items no longer have the units that it was paid back for. */
  refundedAmount?: string | null | undefined
}
type LineToPrice = { unitPrice: string; quantity: number; lineTotal?: string | null | undefined }

/**
 * Prices an order. Amounts that the channel left out are derived from the others. `total` is what was paid at first, so after a refund the
 * lines may make less than the subtotal.
 */
export function priceOrder(order: OrderToPrice): PricedOrder {
  const lines = order.items.reduce((sum, line) => sum + toCents(lineTotal(line)), 0n)
  const subtotal = centsOrNull(order.subtotal) ?? lines
  const { discount, shipping, tax } = inferMissingAmounts(order, subtotal)
  const sum = subtotal - discount + shipping + tax
  const total = centsOrNull(order.total) ?? (sum > 0n ? sum : 0n)
  const amounts = {
    subtotal: fromCents(subtotal),
    discountAmount: fromCents(discount),
    shippingAmount: fromCents(shipping),
    taxAmount: fromCents(tax),
    total: fromCents(total),
  }
  const tolerance = roundingOf(order)
  const isRefunded = (centsOrNull(order.refundedAmount) ?? 0n) > 0n && lines < subtotal
  const differences = [
    ...(isRefunded || isWithin(subtotal - lines, tolerance)
      ? []
      : [`The lines make ${fromCents(lines)}, but the subtotal says ${amounts.subtotal}.`]),
    ...(isWithin(sum - total, tolerance) || !order.total
      ? []
      : [`Subtotal, discount, shipping and tax make ${fromCents(sum)}, but the total says ${amounts.total}.`]),
  ]
  return { amounts, difference: differences.join(' ') || null }
}

/** The line's own total where the channel gives one: cents of tax or discount can't always be shared by units. */
export const lineTotal = ({ unitPrice, quantity, lineTotal: given }: LineToPrice): string =>
  given ?? fromCents(toCents(unitPrice) * BigInt(quantity))

/** Amounts other than lines: subtotal, discount, shipping, tax and total. */
const otherAmounts = 5

/** How many cents the sums may differ, because a third decimal (Kuwait’s dinar) is rounded away from each amount. */
function roundingOf({ items, currency = 'USD' }: OrderToPrice): bigint {
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (decimals <= 2) return 0n
  const rounded = items.reduce((sum, line) => sum + (line.lineTotal ? 1 : line.quantity), otherAmounts)
  return BigInt(Math.ceil(rounded / 2))
}

const isWithin = (difference: bigint, tolerance: bigint): boolean => difference <= tolerance && -difference <= tolerance

/** Assigns the difference to the total to an amount that was left out: discount, tax or shipping. */
function inferMissingAmounts(order: OrderToPrice, subtotal: bigint) {
  const [discount, shipping, tax, total] = [
    centsOrNull(order.discountAmount),
    centsOrNull(order.shippingAmount),
    centsOrNull(order.taxAmount),
    centsOrNull(order.total),
  ]
  const parts = { discount: discount ?? 0n, shipping: shipping ?? 0n, tax: tax ?? 0n }
  const rest = total === null ? 0n : total - (subtotal - parts.discount + parts.shipping + parts.tax)
  if (rest < 0n && discount === null) return { ...parts, discount: -rest }
  if (rest > 0n && tax === null) return { ...parts, tax: rest }
  if (rest > 0n && shipping === null) return { ...parts, shipping: rest }
  return parts
}

const centsOrNull = (amount: string | null | undefined): bigint | null => (amount ? toCents(amount) : null)
