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

type OrderToPrice = Pick<OrderData, keyof OrderAmounts> & { items: readonly LineToPrice[] }
type LineToPrice = { unitPrice: string; quantity: number }

/** Prices an order. Amounts that the channel left out are derived from the others. */
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
  const differences = [
    ...(subtotal === lines ? [] : [`The lines make ${fromCents(lines)}, but the subtotal says ${amounts.subtotal}.`]),
    ...(sum === total || !order.total
      ? []
      : [`Subtotal, discount, shipping and tax make ${fromCents(sum)}, but the total says ${amounts.total}.`]),
  ]
  return { amounts, difference: differences.join(' ') || null }
}

export const lineTotal = ({ unitPrice, quantity }: LineToPrice): string =>
  fromCents(toCents(unitPrice) * BigInt(quantity))

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
