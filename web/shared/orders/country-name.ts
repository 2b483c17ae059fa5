import { nameOfCountry } from '#contract/addresses.ts'

/** Such as "United States" for US; null for an unknown code. */
export function countryName(code: string): string | null {
  const letters = code.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(letters) ? (nameOfCountry(letters) ?? null) : null
}
