import { splitCountries } from './split-countries.ts'
import { statesByPostalCode } from './postal-codes.ts'

export type AddressPlace = { country: string | null; state: string | null; postalCode: string | null }

/** Territories with a code of their own that carriers write as states of the country. */
const countryOfState: Readonly<Record<string, string>> = { PR: 'PR', VI: 'VI', GU: 'GU', AS: 'AS', MP: 'MP' }

/**
 * Every time zone that an address may lie in, the likeliest first: a state that is split gives several, a country of
 * which nobody knows the state all that it has. Empty where not even the country is known.
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

/** Letters and digits only, without accents: `São Paulo`, `sao-paulo` and `SAO PAULO` are one. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Kosovo has a code, but no zone of its own among the standard's. */
const likeAnother: Readonly<Record<string, readonly string[]>> = { XK: ['Europe/Belgrade'] }

/** Not among TypeScript's types yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined }

function zonesOfCountry(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return []
  return likeAnother[country] ?? (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []
}
