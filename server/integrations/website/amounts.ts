import { z } from 'zod'
import { fromCents } from '#contract/money.ts'

/** An amount in whole cents; further digits are rounded. */
export const Cents = z
  .union([z.string().trim(), z.number().transform((amount) => amount.toFixed(4))], 'must be an amount such as "19.00"')
  .pipe(z.string().regex(/^-?\d{1,10}(?:\.\d+)?$/, 'must be an amount such as "19.00"'))
  .transform(toCents)

/** Like `Cents`, but null when the platform omits the amount. */
export const CentsOrNone = z
  .literal('')
  .transform(() => null)
  .or(Cents)
  .nullish()
  .transform((cents) => cents ?? null)

function toCents(text: string): number {
  const [whole = '0', digits = ''] = text.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(digits.slice(0, 2).padEnd(2, '0')) + (Number(digits[2] ?? 0) >= 5 ? 1 : 0)
  return text.startsWith('-') ? -cents : cents
}

export const toAmount = (cents: number): string => fromCents(BigInt(cents))

export const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0)

/** In cents: total = goods − discount + shipping + tax. */
export type Amounts = { goods: number; discount: number; shipping: number; tax: number; total: number }

export const imbalance = ({ goods, discount, shipping, tax, total }: Amounts): number =>
  goods - discount + shipping + tax - total

/**
 * Moves a rounding difference of at most `mostCents` to the discount or to tax, so that the sum equals what was paid.
 * Shops round per line or per order, Lockstep prices per unit. A larger difference stays for people to see.
 */
export function balanceAmounts(amounts: Amounts, mostCents: number): Amounts {
  const off = imbalance(amounts)
  if (Math.abs(off) > mostCents) return amounts
  return { ...amounts, discount: amounts.discount + Math.max(off, 0), tax: amounts.tax + Math.max(-off, 0) }
}

/**
 * Our amounts must not be negative. A negative discount (an item that became more expensive) is a charge and counts as
 * shipping; negative shipping or tax counts as discount. The total stays the same.
 */
export function toOrderAmounts({ goods, discount, shipping, tax, total }: Amounts) {
  const [charged, taxed] = [Math.max(shipping, 0), Math.max(tax, 0)]
  const off = discount + (charged - shipping) + (taxed - tax)
  return {
    subtotal: toAmount(goods),
    discountAmount: toAmount(Math.max(off, 0)),
    shippingAmount: toAmount(charged + Math.max(-off, 0)),
    taxAmount: toAmount(taxed),
    total: toAmount(Math.max(total, 0)),
  }
}
