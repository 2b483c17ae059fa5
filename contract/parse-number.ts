import { hasDecimalComma as typesDecimalComma, t } from './i18n.ts'

const plain = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/
const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const ambiguous = /^-?[\d.,]*\d,\d+$/
const dollars = /^(-?)\s*\$\s*/

/** 12,50 and 1.299,50: two decimals or one after a comma can't be thousands. */
const decimalComma = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/

const typedWithComma = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/

/** What a person has typed, 12,50 or 1.299,50 in German, with a point. Anything else stays as it is, to be checked. */
export const withDecimalPoint = (text: string): string =>
  typesDecimalComma() && typedWithComma.test(text) ? pointed(text) : text

/** A stored number, such as 12.50, as the person's language writes it in a form. */
export const withDecimalMark = (number: string): string => (typesDecimalComma() ? number.replace('.', ',') : number)

const pointed = (text: string): string => text.replaceAll('.', '').replace(',', '.')

/**
 * Parses a number as people type it or copy it from spreadsheets, such as 12.50 or $1,299.00; returns the reason if it is none. An
 * ambiguous comma (1,50) is rejected, not guessed. In texts that may write a comma for the decimal point, as Germans do, 1,50 is 1.5,
 * and 1,299 is rejected.
 */
export function parseNumber(
  label: string,
  text: string,
  { hasDecimalComma = typesDecimalComma() } = {},
): { value: number } | { reason: string } {
  const typed = text.trim().replace(dollars, '$1')
  if (hasDecimalComma && decimalComma.test(typed)) return { value: Number(pointed(typed)) }
  if (plain.test(typed)) return { value: Number(typed) }
  if (grouped.test(typed) && (!hasDecimalComma || typed.includes('.')))
    return { value: Number(typed.replaceAll(',', '')) }
  if (ambiguous.test(typed)) return { reason: t('{label}: use a decimal point, such as 1299.50', { label }) }
  return { reason: t('{label} must be a number such as 12', { label }) }
}
