import { z } from 'zod'
import { fromCents } from '#contract/money.ts'

/** Whole cents; what a platform writes finer is rounded. */
export const Cents = z
  .union([z.string().trim(), z.number().transform((amount) => amount.toFixed(4))], 'must be an amount such as "19.00"')
  .pipe(z.string().regex(/^-?\d{1,10}(?:\.\d+)?$/, 'must be an amount such as "19.00"'))
  .transform(toCents)

/** The same where a platform may leave it out. */
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

/** In cents. An order is its goods, less the discount, with shipping and tax. */
export type Amounts = { goods: number; discount: number; shipping: number; tax: number; total: number }

export const imbalance = ({ goods, discount, shipping, tax, total }: Amounts): number =>
  goods - discount + shipping + tax - total

/**
 * Shops round per line or per order, we price per unit. The few cents between go to the discount, or to tax, so that the
 * sum is what was paid; more than that is left for a person to see.
 */
export function balanceAmounts(amounts: Amounts, mostCents: number): Amounts {
  const off = imbalance(amounts)
  if (Math.abs(off) > mostCents) return amounts
  return { ...amounts, discount: amounts.discount + Math.max(off, 0), tax: amounts.tax + Math.max(-off, 0) }
}

/**
 * None of ours may be negative. A discount below zero, as an item that was made dearer leaves behind, is a charge, and so
 * counts with shipping; a charge or tax below zero is a discount. The sum stays the same.
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
