import type { Money } from '#contract/money.ts'

/**
 * Finds a value whatever its spelling: Amazon writes `CancelledBySeller` and `CANCELLED_BY_SELLER`. Null for an unknown
 * value, which is reported and never guessed.
 */
export function matchSpelling<Word extends string>(words: readonly Word[], spelled: string): Word | null {
  const normalized = normalizeSpelling(spelled)
  return words.find((word) => normalizeSpelling(word) === normalized) ?? null
}

const normalizeSpelling = (word: string) => word.replaceAll('_', '').toLowerCase()

/** Amazon names the amount `value` or `amount`. */
export type AmazonMoney = { currencyCode: string } & ({ value: string } | { amount: string })

export type Price = { currency: string; amount: Money }

export function readMoney(money: AmazonMoney): Price {
  return {
    currency: money.currencyCode,
    amount: formatCents(parseCents('value' in money ? money.value : money.amount)),
  }
}

/** Null when there is nothing to add, or when the currencies differ. */
export function addMoney(parts: readonly AmazonMoney[]): Price | null {
  const [first] = parts
  if (!first || parts.some((part) => part.currencyCode !== first.currencyCode)) return null
  const sum = parts.reduce((total, part) => total + parseCents('value' in part ? part.value : part.amount), 0n)
  return { currency: first.currencyCode, amount: formatCents(sum) }
}

/** Parses to cents; further digits are rounded, a half away from zero. */
function parseCents(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const thousandths = BigInt(whole + fraction.padEnd(3, '0').slice(0, 3))
  const rounded = (thousandths + 5n) / 10n
  return decimal.startsWith('-') ? -rounded : rounded
}

function formatCents(amount: bigint): Money {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

type Dates = readonly (Date | null)[]

/** Null when there is no date. */
export const earliest = (dates: Dates) => pickDate(dates, Math.min)

export const latest = (dates: Dates) => pickDate(dates, Math.max)

function pickDate(dates: Dates, choose: (...times: number[]) => number): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []))
  return times.length > 0 ? new Date(choose(...times)) : null
}
