import { z } from 'zod'
import { line, optionalText } from './fields.ts'

/** A shipping address as a person edits it. */
export const AddressInput = z.strictObject({
  recipientName: line('Recipient', 50),
  line1: line('Street', 180),
  line2: optionalText('Second line', 60),
  city: line('City', 50),
  state: optionalText('State', 150),
  postalCode: optionalText('Postal code', 20),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Country must be two letters such as US'),
})
export type AddressInput = z.output<typeof AddressInput>

/** A stored address: any field may be missing. */
export type AddressFields = { [K in keyof AddressInput]: string | null }
type AddressProblem = { field: keyof AddressInput; message: string }

/** The postal code formats of countries where Amazon checks them. */
const postalCodes: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-?\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  MX: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  AU: /^\d{4}$/,
}

const countriesWithStates: ReadonlySet<string> = new Set(['US', 'CA', 'AU'])

/** Countries and territories without postal codes, by the Universal Postal Union. */
const countriesWithoutPostalCodes: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BH BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR ' +
    'MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TT TV UG VU WS YE ZW'
  ).split(' '),
)

/** Whether addresses of the country need a postal code. */
export const needsPostalCode = (country: string): boolean => !countriesWithoutPostalCodes.has(country)

/** The prefectures of Japan in the order of their codes: JP01 to JP47 (ISO 3166-2 writes JP-01). */
const prefectures = (
  'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama ' +
  'Ishikawa Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama ' +
  'Hiroshima Yamaguchi Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa'
).split(' ')

/** The state as carriers write it: the name of a Japanese prefecture for its code; other states as they are. */
export function stateName(country: string, state: string | null): string | null {
  const code = country === 'JP' ? /^JP-?(\d{2})$/i.exec(state ?? '')?.[1] : undefined
  return prefectures[Number(code ?? 0) - 1] ?? state
}

/** Whether addresses of the country need a state. */
export const needsState = (country: string): boolean => countriesWithStates.has(country)

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Region codes that are not countries: pseudo regions and unions. */
const codesOfNoCountry: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** Undefined for codes that are no country, and for aliases such as UK, which carriers do not accept. */
export function nameOfCountry(code: string): string | undefined {
  const isFirst = new Intl.Locale(`und-${code}`).region === code
  return isFirst && !codesOfNoCountry.has(code) ? countryNames.of(code) : undefined
}

/** Ignores further fields of an address, such as its id. */
const Deliverable = z.object(AddressInput.shape)

/** The problems that make an address undeliverable, per field. */
export function addressProblems(address: AddressFields): AddressProblem[] {
  const written = Object.fromEntries(Object.entries(address).map(([field, text]) => [field, text ?? '']))
  const parsed = Deliverable.safeParse(written)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => ({ field: path[0] as keyof AddressInput, message }))
  }
  const { country, state, postalCode } = parsed.data
  const name = nameOfCountry(country)
  const looks = postalCodes[country]
  return [
    ...(name === undefined ? [{ field: 'country' as const, message: `${country} is no country` }] : []),
    ...(postalCode === null && needsPostalCode(country)
      ? [{ field: 'postalCode' as const, message: `Postal code is required${name === undefined ? '' : ` in ${name}`}` }]
      : []),
    ...(looks && postalCode !== null && !looks.test(postalCode)
      ? [{ field: 'postalCode' as const, message: `This is no postal code of ${name}` }]
      : []),
    ...(needsState(country) && state === null
      ? [{ field: 'state' as const, message: `State is required in ${name}` }]
      : []),
  ]
}
