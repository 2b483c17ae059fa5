/**
 * A GTIN (EAN, UPC, ISBN-13) as 14 digits, so that the same number written with 8, 12, 13 or 14 digits compares as equal. Null for
 * anything else, such as a number whose check digit is wrong.
 */
export function normalizeBarcode(text: string | null): string | null {
  const digits = (text ?? '').replace(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null
  const padded = digits.padStart(14, '0')
  return checkDigitOf(padded.slice(0, 13)) === Number(padded[13]) ? padded : null
}

/** Modulo 10 with weights 3 and 1, as GS1 defines it for 13 digits. */
function checkDigitOf(digits: string): number {
  const sum = digits.split('').reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}
