import { describe, expect, it } from 'vitest'
import { statesByPostalCode } from './time-zones.ts'

const stateOf = (country: string, code: string) => statesByPostalCode[country]?.(code)

describe('a ZIP code', () => {
  /** Capitals or well-known places, and places within another state's range of numbers. */
  const places = `
    00501 NY Holtsville · 00601 PR Adjuntas · 00802 VI St. Thomas · 00901 PR San Juan · 02108 MA Boston
    02903 RI Providence · 03301 NH Concord · 04330 ME Augusta · 05401 VT Burlington · 05501 MA Andover
    05602 VT Montpelier · 06103 CT Hartford · 06390 NY Fishers Island · 06510 CT New Haven · 08608 NJ Trenton
    09012 AE Ramstein · 10001 NY New York · 17101 PA Harrisburg · 19901 DE Dover · 20001 DC Washington
    21401 MD Annapolis · 23219 VA Richmond · 25301 WV Charleston · 27601 NC Raleigh · 29201 SC Columbia
    30303 GA Atlanta · 32301 FL Tallahassee · 34002 AA Miami · 34102 FL Naples · 36104 AL Montgomery
    37201 TN Nashville · 39201 MS Jackson · 39901 GA Atlanta · 40601 KY Frankfort · 43215 OH Columbus
    46204 IN Indianapolis · 48933 MI Lansing · 50309 IA Des Moines · 53703 WI Madison · 55101 MN Saint Paul
    56901 DC Washington · 57501 SD Pierre · 58501 ND Bismarck · 59601 MT Helena · 62701 IL Springfield
    65101 MO Jefferson City · 66603 KS Topeka · 68508 NE Lincoln · 70802 LA Baton Rouge · 72201 AR Little Rock
    73102 OK Oklahoma City · 73301 TX Austin · 74103 OK Tulsa · 75201 TX Dallas · 80202 CO Denver
    82001 WY Cheyenne · 83702 ID Boise · 84101 UT Salt Lake City · 85001 AZ Phoenix · 87501 NM Santa Fe
    88510 TX El Paso · 89701 NV Carson City · 95814 CA Sacramento · 96201 AP Seoul · 96813 HI Honolulu
    96910 GU Hagåtña · 97301 OR Salem · 98501 WA Olympia · 99801 AK Juneau`
    .split(/[·\n]/)
    .map((place) => place.trim())
    .filter(Boolean)

  it('belongs to the right state', () => {
    const found = places.map((place) => place.replace(/ \w\w /, ` ${stateOf('US', place.slice(0, 5))} `))
    expect(found).toEqual(places)
  })

  it.each(['98101', '98101-1234', '981011234'])('is recognized as %s', (code) => {
    expect(stateOf('US', code)).toBe('WA')
  })

  it.each(['', '9810', '981011', '98101-12', '98101-12345', '98101 1234', 'X98101', '00401'])(
    'is not recognized: %j',
    (code) => {
      expect(stateOf('US', code)).toBeNull()
    },
  )
})

it.each([
  ['CA', 'V5K 0A1', 'BC'],
  ['CA', 'h2y1c6', 'QC'],
  ['CA', 'X0A 0H0', null],
  ['CA', '', null],
  ['AU', '0800', 'NT'],
  ['AU', '6000', 'WA'],
  ['AU', '1001', null],
  ['AU', '600', null],
  ['AU', '60000', null],
  ['ES', '35001', 'CANARIAS'],
  ['ES', '51001', 'CEUTA'],
  ['ES', '28001', 'PENINSULA'],
  ['ES', '3500', null],
  ['ES', '350011', null],
  ['PT', '1000-205', 'CONTINENTE'],
  ['PT', '8999', 'CONTINENTE'],
  ['PT', '9000-017', 'MADEIRA'],
  ['PT', '9499', 'MADEIRA'],
  ['PT', '9500150', 'ACORES'],
  ['PT', '950', null],
  ['PT', '9500-15', null],
  ['PT', '9500-1500', null],
  ['PT', 'P9500-150', null],
])('of %s the code %j says %s', (country, code, state) => {
  expect(stateOf(country, code)).toBe(state)
})
