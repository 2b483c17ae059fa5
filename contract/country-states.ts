import { nameOfCountry } from './addresses.ts'
import { locale } from './i18n.ts'

type State = { code: string; name: string }

/** The prefectures of Japan in the order of their codes: JP01 to JP47 (ISO 3166-2 writes JP-01). */
const prefectures = (
  'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama ' +
  'Ishikawa Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama ' +
  'Hiroshima Yamaguchi Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa'
).split(' ')

const coded = (text: string): State[] =>
  text
    .split(', ')
    .map((entry) => ({ code: entry.slice(0, entry.indexOf(' ')), name: entry.slice(entry.indexOf(' ') + 1) }))

const named = (names: readonly string[]): State[] => names.map((name) => ({ code: name, name }))

/** As carriers of the country write them: by code, or by name in Mexico and Japan. */
const states: Readonly<Record<string, readonly State[]>> = {
  US: coded(
    'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, ' +
      'FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, ' +
      'MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, ' +
      'NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, ' +
      'OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, ' +
      'VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, ' +
      'MP Northern Mariana Islands, PR Puerto Rico, VI U.S. Virgin Islands, AA Armed Forces Americas, AE Armed Forces Europe, ' +
      'AP Armed Forces Pacific',
  ),
  CA: coded(
    'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories, ' +
      'NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
  ),
  AU: coded(
    'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, ' +
      'VIC Victoria, WA Western Australia',
  ),
  MX: named(
    (
      'Aguascalientes, Baja California, Baja California Sur, Campeche, Chiapas, Chihuahua, Ciudad de México, Coahuila, Colima, ' +
      'Durango, Estado de México, Guanajuato, Guerrero, Hidalgo, Jalisco, Michoacán, Morelos, Nayarit, Nuevo León, Oaxaca, Puebla, ' +
      'Querétaro, Quintana Roo, San Luis Potosí, Sinaloa, Sonora, Tabasco, Tamaulipas, Tlaxcala, Veracruz, Yucatán, Zacatecas'
    ).split(', '),
  ),
  JP: named(prefectures),
}

/** The states that addresses of the country choose from; empty where the state is free text. */
export const statesOf = (country: string): readonly State[] => states[country] ?? []

/** The state as carriers write it: the name of a Japanese prefecture for its code; other states as they are. */
export function stateName(country: string, state: string | null): string | null {
  const code = country === 'JP' ? /^JP-?(\d{2})$/i.exec(state ?? '')?.[1] : undefined
  return prefectures[Number(code ?? 0) - 1] ?? state
}

/** The state that a text means by its code or name; undefined where it is none of the country's. */
export function findState(country: string, text: string): State | undefined {
  const wanted = comparable(stateName(country, text) ?? '')
  return statesOf(country).find(({ code, name }) => comparable(code) === wanted || comparable(name) === wanted)
}

/** Without case, accents and the country's own prefix, as in US-WA. */
const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/^[a-z]{2}-(?=[a-z]{2,3}$)/, '')

/** Offered before the others. */
const commonCountries = ['US', 'CA', 'MX', 'GB', 'DE', 'FR', 'IT', 'ES', 'AU', 'JP']

const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place))

type Country = { code: string; name: string; otherNames: readonly string[] }

const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'United States of America'],
  GB: ['UK', 'Great Britain', 'England'],
  NL: ['Holland'],
}

let countries: readonly Country[] | undefined

/** All countries by name, after the common ones. */
export function listCountries(): readonly Country[] {
  countries ??= [...commonCountries.flatMap(toCountry), ...uncommonCountries()]
  return countries
}

const uncommonCountries = (): Country[] =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !commonCountries.includes(code))
    .flatMap(toCountry)
    .toSorted((one, other) => one.name.localeCompare(other.name, locale()))

function toCountry(code: string): Country[] {
  const name = nameOfCountry(code)
  return name === undefined ? [] : [{ code, name, otherNames: otherNames[code] ?? [] }]
}

/** The country that a text means by its code or a name; undefined where there is none. */
export function findCountry(text: string): Country | undefined {
  const wanted = comparable(text)
  return listCountries().find((country) =>
    [country.code, country.name, ...country.otherNames].some((name) => comparable(name) === wanted),
  )
}
