import { z } from 'zod'
import { line, optionalText } from './fields.ts'
import { locale, t } from './i18n.ts'

/** A shipping address as a person edits it. */
export const AddressInput = z.strictObject({
  recipientName: line(t('Recipient'), 50),
  line1: line(t('Street'), 180),
  line2: optionalText(t('Address line 2'), 60),
  city: line(t('City'), 50),
  state: optionalText(t('State'), 150),
  postalCode: optionalText(t('Postal code'), 20),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, t('Enter a two-letter country code, such as US')),
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

/** Whether addresses of the country need a state. */
export const needsState = (country: string): boolean => countriesWithStates.has(country)

let countryNames: Intl.DisplayNames | undefined

/** Region codes that are not countries: pseudo regions and unions. */
const codesOfNoCountry: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** Undefined for codes that are no country, and for aliases such as UK, which carriers do not accept. */
export function nameOfCountry(code: string): string | undefined {
  const isFirst = new Intl.Locale(`und-${code}`).region === code
  if (!isFirst || codesOfNoCountry.has(code)) return undefined
  countryNames ??= new Intl.DisplayNames([locale()], { type: 'region', fallback: 'none' })
  return countryNames.of(code)
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
    ...(name === undefined
      ? [{ field: 'country' as const, message: t('{country} isn’t a valid country code', { country }) }]
      : []),
    ...(postalCode === null && needsPostalCode(country)
      ? [
          {
            field: 'postalCode' as const,
            message:
              name === undefined ? t('Postal code is required') : t('Postal code is required for {name}', { name }),
          },
        ]
      : []),
    ...(looks && postalCode !== null && !looks.test(postalCode)
      ? [{ field: 'postalCode' as const, message: t('Invalid postal code for {name}', { name: name ?? country }) }]
      : []),
    ...(needsState(country) && state === null
      ? [{ field: 'state' as const, message: t('State is required for {name}', { name: name ?? country }) }]
      : []),
  ]
}
