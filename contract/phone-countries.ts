import { locale } from './i18n.ts'

/**
 * Countries that texts can be sent to, by calling code (ITU-T E.164). Satellite networks, international premium-rate
 * numbers (+979) and the islands that share +1 with the United States are missing on purpose: they are what toll fraud
 * calls and texts go to.
 */
const callingCodes = {
  US: '1',
  CA: '1',
  PR: '1',
  MX: '52',
  BR: '55',
  GB: '44',
  IE: '353',
  FR: '33',
  BE: '32',
  NL: '31',
  LU: '352',
  DE: '49',
  AT: '43',
  CH: '41',
  SE: '46',
  DK: '45',
  NO: '47',
  FI: '358',
  ES: '34',
  PT: '351',
  IT: '39',
  PL: '48',
  CZ: '420',
  SK: '421',
  HU: '36',
  RO: '40',
  BG: '359',
  GR: '30',
  HR: '385',
  SI: '386',
  EE: '372',
  LV: '371',
  LT: '370',
  TR: '90',
  AE: '971',
  SA: '966',
  EG: '20',
  IL: '972',
  ZA: '27',
  IN: '91',
  JP: '81',
  KR: '82',
  SG: '65',
  HK: '852',
  TW: '886',
  AU: '61',
  NZ: '64',
} as const

export type TextCountry = keyof typeof callingCodes

export const textCountries = Object.keys(callingCodes) as [TextCountry, ...TextCountry[]]

/**
 * What a company may text without asking: the countries of Amazon's marketplaces, and those in which the product reads
 * a number without its country code.
 */
export const defaultTextCountries: readonly TextCountry[] = [
  ...(['US', 'CA', 'PR', 'MX', 'BR', 'GB', 'IE', 'FR', 'BE', 'NL', 'DE', 'AT', 'CH', 'SE', 'ES', 'PT', 'IT'] as const),
  ...(['PL', 'AU', 'NZ', 'JP', 'SG', 'IN', 'TR', 'AE', 'SA', 'EG', 'ZA'] as const),
]

/** Area codes of +1 that are in Canada (North American Numbering Plan). */
const canada = new Set(
  (
    '204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 460 468 474 506 ' +
    '514 519 537 548 568 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942'
  ).split(' '),
)

const puertoRico = new Set(['787', '939'])

/** Area codes of +1 outside those three, and the premium-rate code 900. */
const otherAreas = new Set(
  '242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 809 829 849 868 869 876 900'.split(' '),
)

const countryOfCode = new Map<string, TextCountry>(textCountries.map((country) => [callingCodes[country], country]))

/** The country of a number in E.164 format; null for one that no company may text. */
export function countryOfNumber(number: string): TextCountry | null {
  const digits = number.replace(/^\+/, '')
  if (digits.startsWith('1')) return countryOfArea(digits.slice(1, 4))
  // Calling codes are prefix-free, so at most one of the lengths matches.
  for (const length of [2, 3]) {
    const country = countryOfCode.get(digits.slice(0, length))
    if (country) return country
  }
  return null
}

function countryOfArea(area: string): TextCountry | null {
  if (otherAreas.has(area)) return null
  if (puertoRico.has(area)) return 'PR'
  return canada.has(area) ? 'CA' : 'US'
}

let names: Intl.DisplayNames | undefined

export function countryName(country: string): string {
  names ??= new Intl.DisplayNames(locale(), { type: 'region' })
  return names.of(country) ?? country
}
