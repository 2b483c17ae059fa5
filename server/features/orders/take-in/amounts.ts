import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'

export type Amounts = {
  subtotal: string
  discountAmount: string
  shippingAmount: string
  taxAmount: string
  total: string
}

/** `difference` says in a sentence what does not add up, to the cent. */
export type Priced = { amounts: Amounts; difference: string | null }

type Told = Pick<OrderData, keyof Amounts> & { items: readonly Priceable[] }
type Priceable = { unitPrice: string; quantity: number }

/** Amounts that the channel left out are worked out from the others, so that they never differ. */
export function priceOrder(order: Told): Priced {
  const lines = order.items.reduce((sum, line) => sum + toCents(lineTotal(line)), 0n)
  const subtotal = given(order.subtotal) ?? lines
  const { discount, shipping, tax } = partsOf(order, subtotal)
  const sum = subtotal - discount + shipping + tax
  const total = given(order.total) ?? (sum > 0n ? sum : 0n)
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

export const lineTotal = ({ unitPrice, quantity }: Priceable): string =>
  fromCents(toCents(unitPrice) * BigInt(quantity))

/** What the total leaves over goes to an amount that was left out and can be the reason for it. */
function partsOf(order: Told, subtotal: bigint) {
  const [discount, shipping, tax, total] = [
    given(order.discountAmount),
    given(order.shippingAmount),
    given(order.taxAmount),
    given(order.total),
  ]
  const parts = { discount: discount ?? 0n, shipping: shipping ?? 0n, tax: tax ?? 0n }
  const rest = total === null ? 0n : total - (subtotal - parts.discount + parts.shipping + parts.tax)
  if (rest < 0n && discount === null) return { ...parts, discount: -rest }
  if (rest > 0n && tax === null) return { ...parts, tax: rest }
  if (rest > 0n && shipping === null) return { ...parts, shipping: rest }
  return parts
}

const given = (amount: string | null | undefined): bigint | null => (amount ? toCents(amount) : null)
