/** From which first three digits of a ZIP code on it is which state's, up to the next. */
const zipRanges: readonly (readonly [from: number, state: string])[] = [
  [5, 'NY'],
  [6, 'PR'],
  [8, 'VI'],
  [9, 'PR'],
  [10, 'MA'],
  [28, 'RI'],
  [30, 'NH'],
  [39, 'ME'],
  [50, 'VT'],
  [55, 'MA'],
  [56, 'VT'],
  [60, 'CT'],
  [63, 'NY'],
  [64, 'CT'],
  [70, 'NJ'],
  [90, 'AE'],
  [100, 'NY'],
  [150, 'PA'],
  [197, 'DE'],
  [200, 'DC'],
  [206, 'MD'],
  [220, 'VA'],
  [247, 'WV'],
  [270, 'NC'],
  [290, 'SC'],
  [300, 'GA'],
  [320, 'FL'],
  [340, 'AA'],
  [341, 'FL'],
  [350, 'AL'],
  [370, 'TN'],
  [386, 'MS'],
  [398, 'GA'],
  [400, 'KY'],
  [430, 'OH'],
  [460, 'IN'],
  [480, 'MI'],
  [500, 'IA'],
  [530, 'WI'],
  [550, 'MN'],
  [569, 'DC'],
  [570, 'SD'],
  [580, 'ND'],
  [590, 'MT'],
  [600, 'IL'],
  [630, 'MO'],
  [660, 'KS'],
  [680, 'NE'],
  [700, 'LA'],
  [716, 'AR'],
  [730, 'OK'],
  [733, 'TX'],
  [734, 'OK'],
  [750, 'TX'],
  [800, 'CO'],
  [820, 'WY'],
  [832, 'ID'],
  [840, 'UT'],
  [850, 'AZ'],
  [870, 'NM'],
  [885, 'TX'],
  [889, 'NV'],
  [900, 'CA'],
  [962, 'AP'],
  [967, 'HI'],
  [969, 'GU'],
  [970, 'OR'],
  [980, 'WA'],
  [995, 'AK'],
]

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
