import { joinMessages, type Message, say, type Sentence } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { amountParts, type AmountOrigins, type AmountPart } from '#contract/orders.ts'

export type OrderAmounts = {
  subtotal: string
  discountAmount: string
  shippingAmount: string
  taxAmount: string
  total: string
}

/**
 * `origins` names the amounts that the channel left out; they are stored as 0.00 unless they were worked out. `difference`: a sentence about
 * what does not add up to the cent, or null.
 */
type PricedOrder = { amounts: OrderAmounts; origins: AmountOrigins | null; difference: Message | null }

type OrderToPrice = Pick<OrderData, keyof OrderAmounts> & {
  items: readonly LineToPrice[]
  currency?: string
  /** What was paid back; the items no longer have the units that it was paid back for. */
  refundedAmount?: string | null | undefined
}
type LineToPrice = { unitPrice: string; quantity: number; lineTotal?: string | null | undefined }

/**
 * Prices an order. One amount that the channel left out is worked out from the others; of several, none is made up. `total` is what was
 * ordered, so after a refund the lines may make less than the subtotal.
 */
export function priceOrder(order: OrderToPrice): PricedOrder {
  const lines = order.items.reduce((sum, line) => sum + toCents(lineTotal(line)), 0n)
  const subtotal = centsOrNull(order.subtotal) ?? lines
  const { parts, origins } = completeParts(order, subtotal)
  const sum = sumOf({ subtotal, ...parts })
  const total = centsOrNull(order.total) ?? (sum > 0n ? sum : 0n)
  const amounts = {
    subtotal: fromCents(subtotal),
    discountAmount: fromCents(parts.discount),
    shippingAmount: fromCents(parts.shipping),
    taxAmount: fromCents(parts.tax),
    total: fromCents(total),
  }
  const tolerance = roundingOf(order)
  const isRefunded = (centsOrNull(order.refundedAmount) ?? 0n) > 0n && lines < subtotal
  const differences = [
    ...(isRefunded || isWithin(subtotal - lines, tolerance)
      ? []
      : [
          say('The lines add up to {sum}, but the subtotal is {subtotal}.', {
            sum: fromCents(lines),
            subtotal: amounts.subtotal,
          }),
        ]),
    ...(isWithin(sum - total, tolerance) || !order.total ? [] : [totalDiffers(fromCents(sum), amounts.total, origins)]),
  ]
  const all = { ...origins, ...(order.total ? {} : { total: 'worked_out' as const }) }
  return {
    amounts,
    origins: Object.keys(all).length > 0 ? all : null,
    difference: differences.length > 0 ? joinMessages(differences, ' ') : null,
  }
}

/** What subtotal, discount, shipping and tax leave of the total, such as "80.00"; null when they explain it. */
export function unexplainedAmount(order: OrderAmounts & Pick<OrderToPrice, 'items' | 'currency'>): string | null {
  const [subtotal, discount, shipping, tax] = [
    toCents(order.subtotal),
    toCents(order.discountAmount),
    toCents(order.shippingAmount),
    toCents(order.taxAmount),
  ]
  const sum = sumOf({ subtotal, discount, shipping, tax })
  const rest = toCents(order.total) - (sum > 0n ? sum : 0n)
  return isWithin(rest, roundingOf(order)) ? null : fromCents(rest)
}

type Parts = Record<AmountPart, bigint>

const sumOf = ({ subtotal, discount, shipping, tax }: Parts & { subtotal: bigint }): bigint =>
  subtotal - discount + shipping + tax

function totalDiffers(sum: string, total: string, origins: AmountOrigins): Message {
  const nameOf = (part: AmountPart) => partNames[part]
  const missing = amountParts.filter((part) => origins[part] === 'not_given').map(nameOf)
  const given = amountParts.map(nameOf).filter((name) => !missing.includes(name))
  if (missing.length === 0)
    return say('Subtotal, discount, shipping and tax add up to {sum}, but the total is {total}.', { sum, total })
  if (given.length === 0)
    return say('The subtotal is {sum}, but the total is {total}. The channel sent no discount, shipping or tax.', {
      sum,
      total,
    })
  return say('{amounts} add up to {sum}, but the total is {total}. The channel sent no {missing}.', {
    amounts: subtotalAnd(given),
    sum,
    total,
    missing: oneOf(missing),
  })
}

const partNames: Record<AmountPart, Message> = {
  discount: say('discount'),
  shipping: say('shipping'),
  tax: say('tax'),
}

const subtotalAnd = ([one = '', other]: readonly Sentence[]): Message =>
  other ? say('Subtotal, {one} and {other}', { one, other }) : say('Subtotal and {one}', { one })

const oneOf = ([one = '', other]: readonly Sentence[]): Sentence =>
  other ? say('{one} or {other}', { one, other }) : one

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

/** Works out the one amount that was left out, if it is the only one and the total can be explained by it. */
function completeParts(order: OrderToPrice, subtotal: bigint): { parts: Parts; origins: AmountOrigins } {
  const given = {
    discount: centsOrNull(order.discountAmount),
    shipping: centsOrNull(order.shippingAmount),
    tax: centsOrNull(order.taxAmount),
  }
  const parts = { discount: given.discount ?? 0n, shipping: given.shipping ?? 0n, tax: given.tax ?? 0n }
  const missing = amountParts.filter((part) => given[part] === null)
  const [only] = missing
  const total = centsOrNull(order.total)
  const rest = total === null ? 0n : total - sumOf({ subtotal, ...parts })
  const worked = only === 'discount' ? -rest : rest
  if (missing.length === 1 && only && total !== null && worked >= 0n) {
    return { parts: { ...parts, [only]: worked }, origins: { [only]: 'worked_out' } }
  }
  return { parts, origins: Object.fromEntries(missing.map((part) => [part, 'not_given'])) }
}

const centsOrNull = (amount: string | null | undefined): bigint | null => (amount ? toCents(amount) : null)
