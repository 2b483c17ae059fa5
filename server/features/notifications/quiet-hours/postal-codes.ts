import { zipRanges } from './zip-ranges.ts'

function stateOfZip(zip: string): string | null {
  const prefix = /^\d{5}(?:-?\d{4})?$/.test(zip) ? Number(zip.slice(0, 3)) : null
  return prefix === null ? null : (zipRanges.findLast(([from]) => from <= prefix)?.[1] ?? null)
}

const canadianLetters: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
}

const australianDigits: Readonly<Record<string, string>> = {
  0: 'NT',
  2: 'NSW',
  3: 'VIC',
  4: 'QLD',
  5: 'SA',
  6: 'WA',
  7: 'TAS',
}

const spanishProvinces: Readonly<Record<string, string>> = {
  35: 'CANARIAS',
  38: 'CANARIAS',
  51: 'CEUTA',
  52: 'MELILLA',
}

/** What a postal code says of the state, where an address names none. */
export const statesByPostalCode: Readonly<Record<string, (code: string) => string | null>> = {
  US: stateOfZip,
  CA: (code) => canadianLetters[code.slice(0, 1).toUpperCase()] ?? null,
  AU: (code) => (/^\d{4}$/.test(code) ? (australianDigits[code.slice(0, 1)] ?? null) : null),
  ES: (code) => (/^\d{5}$/.test(code) ? (spanishProvinces[code.slice(0, 2)] ?? 'PENINSULA') : null),
  PT: (code) => portuguese(code),
}

/** The Azores begin with 95 to 99, Madeira with 90 to 94. */
function portuguese(code: string): string | null {
  const prefix = /^\d{4}(?:-?\d{3})?$/.test(code) ? Number(code.slice(0, 2)) : null
  if (prefix === null) return null
  if (prefix >= 95) return 'ACORES'
  return prefix >= 90 ? 'MADEIRA' : 'CONTINENTE'
}
