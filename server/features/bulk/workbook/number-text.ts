type NumberReading = { value: number } | { reason: string }

const plain = /^-?\d+(?:\.\d+)?$/
const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const dollars = /^(-?)\$\s*/

/** A number typed as text, such as 12.50 or $1,299.00. A comma that may mean a decimal point is not guessed at. */
export function readNumber(label: string, text: string): NumberReading {
  const typed = text.trim().replace(dollars, '$1')
  if (plain.test(typed)) return { value: Number(typed) }
  if (grouped.test(typed)) return { value: Number(typed.replaceAll(',', '')) }
  if (/^-?[\d.,]*\d,\d+$/.test(typed)) {
    return { reason: `${label} has a comma that may mean a point: write it like 1299.50` }
  }
  return { reason: `${label} must be a number such as 12` }
}
