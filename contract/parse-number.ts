const plain = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/
const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const ambiguous = /^-?[\d.,]*\d,\d+$/
const dollars = /^(-?)\s*\$\s*/

/**
 * Parses a number as people type it or copy it from spreadsheets, such as 12.50 or $1,299.00; returns the reason if it is none. An
 * ambiguous comma (1,50) is rejected, not guessed.
 */
export function parseNumber(label: string, text: string): { value: number } | { reason: string } {
  const typed = text.trim().replace(dollars, '$1')
  if (plain.test(typed)) return { value: Number(typed) }
  if (grouped.test(typed)) return { value: Number(typed.replaceAll(',', '')) }
  if (ambiguous.test(typed)) return { reason: `${label} has a comma that may mean a point: write it like 1299.50` }
  return { reason: `${label} must be a number such as 12` }
}
