import { americas, unitedStates, zipRanges } from './zones-americas.ts'
import type { SplitCountry } from './zones-by-state.ts'
import { elsewhere } from './zones-elsewhere.ts'

type AddressPlace = { country: string | null; state: string | null; postalCode: string | null }

/** Territories with a country code of their own that carriers write as US states. */
const countryOfState: Readonly<Record<string, string>> = { PR: 'PR', VI: 'VI', GU: 'GU', AS: 'AS', MP: 'MP' }

/**
 * All time zones that an address may be in, most likely first: several for a state that is split, all zones of the
 * country if the state is unknown. Empty if the country is unknown.
 */
export function timeZonesOf({ country, state, postalCode }: AddressPlace): readonly string[] {
  const nation = country?.trim().toUpperCase() ?? ''
  const split = splitCountries[nation]
  if (!split) return zonesOfCountry(nation)
  const named = keyOf(state ?? '') || (statesByPostalCode[nation]?.(postalCode?.trim() ?? '') ?? '')
  const territory = nation === 'US' ? countryOfState[named] : undefined
  if (territory) return zonesOfCountry(territory)
  return split.states[named] ?? split.whole
}

/** Letters and digits only, without accents: `São Paulo`, `sao-paulo` and `SAO PAULO` have the same key. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Kosovo has a country code, but no zone of its own in the tz database. */
const likeAnother: Readonly<Record<string, readonly string[]>> = { XK: ['Europe/Belgrade'] }

/** Not in TypeScript's library yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined }

function zonesOfCountry(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return []
  return likeAnother[country] ?? (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []
}

/** Countries with several time zones, by state. For other countries the runtime's data are used. */
export const splitCountries: Readonly<Record<string, SplitCountry>> = { US: unitedStates, ...americas, ...elsewhere }

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

/** The state that a postal code belongs to, for addresses without one. */
export const statesByPostalCode: Readonly<Record<string, (code: string) => string | null>> = {
  US: stateOfZip,
  CA: (code) => canadianLetters[code.slice(0, 1).toUpperCase()] ?? null,
  AU: (code) => (/^\d{4}$/.test(code) ? (australianDigits[code.slice(0, 1)] ?? null) : null),
  ES: (code) => (/^\d{5}$/.test(code) ? (spanishProvinces[code.slice(0, 2)] ?? 'PENINSULA') : null),
  PT: (code) => portuguese(code),
}

/** The Azores start with 95 to 99, Madeira with 90 to 94. */
function portuguese(code: string): string | null {
  const prefix = /^\d{4}(?:-?\d{3})?$/.test(code) ? Number(code.slice(0, 2)) : null
  if (prefix === null) return null
  if (prefix >= 95) return 'ACORES'
  return prefix >= 90 ? 'MADEIRA' : 'CONTINENTE'
}
