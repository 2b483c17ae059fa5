import { z } from 'zod'
import { locale, t } from './i18n.ts'
import { withDecimalPoint } from './parse-number.ts'

/** The maximum of `numeric(10,2)`. */
const highestPrice = 99_999_999.99

const wire = /^\d{1,8}\.\d{2}$/
const typed = /^\d{1,8}(?:\.\d{1,2})?$/

/** A price on the wire: a decimal with two digits, as a string. */
export const Money = z.string().regex(wire)
export type Money = z.output<typeof Money>

/** The same check without zod, for values of which only some are prices. */
export const isMoney = (text: string): boolean => wire.test(text)

/** A sum of prices on the wire, without an upper limit. */
export const Sum = z.string().regex(/^\d+\.\d{2}$/)

/** A sum that may be negative, such as a loss. */
export const Balance = z.string().regex(/^-?\d+\.\d{2}$/)

/** A price as a person types it, such as 12, 12.5 or 12.50; 12,50 too where the person's language writes it so. */
export const price = (label: string) =>
  z
    .string()
    .trim()
    .overwrite(withDecimalPoint)
    .regex(typed, t('{label} must be an amount such as 12.50, up to 99,999,999.99', { label }))
    .transform((text) => toMoney(Number(text)))

/** The same, optional; empty counts as null. */
export const optionalPrice = (label: string) =>
  z
    .string()
    .trim()
    .nullish()
    .transform((text) => text || null)
    .pipe(price(label).nullable())

/** A price as a JSON number: not negative, at most two decimals. */
export const priceNumber = (label: string) =>
  z
    .number(t('{label} must be a number', { label }))
    .refine((amount) => amount >= 0 && !Object.is(amount, -0), t('{label} can’t be negative', { label }))
    .max(highestPrice, t('{label} must be 99,999,999.99 or less', { label }))
    .refine((amount) => Number(amount.toFixed(2)) === amount, t('{label} can have up to two decimals', { label }))

export const toMoney = (amount: number): Money => amount.toFixed(2)

/** Such as $1,234.50; the company's currency is USD unless its settings say otherwise. */
export function formatMoney(amount: Money | number, currency = 'USD'): string {
  const known = formats.get(currency)
  const format = known ?? new Intl.NumberFormat(locale(), { style: 'currency', currency })
  if (!known) formats.set(currency, format)
  return format.format(Number(amount))
}

/** Formatters by currency, because creating one is slow. */
const formats = new Map<string, Intl.NumberFormat>()

/** Sums are computed in integer cents (bigint), because they may exceed the exact range of a number. */
export const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))

export function fromCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
