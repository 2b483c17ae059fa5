import { expect, it } from 'vitest'
import { decimal, list, maybe, moment } from './response-schemas.ts'

it.each([
  ['12.50', '12.50'],
  ['-3', '-3'],
  ['1E+3', '1000'],
  ['1.25e1', '12.5'],
  ['1.25E2', '125'],
  ['1.25E3', '1250'],
  ['125E-2', '1.25'],
  ['125e-3', '0.125'],
  ['1.5E-3', '0.0015'],
  ['-2.5E0', '-2.5'],
  ['0E-2', '0.00'],
])('the amount %s is read as %s', (written, amount) => {
  expect(decimal.parse(written)).toBe(amount)
  expect(Number(amount)).toBe(Number(written))
})

it.each(['', 'NaN', '1,5', '.5', '1E400', '$5'])('the text “%s” is not an amount', (written) => {
  expect(decimal.safeParse(written).success).toBe(false)
})

it('times are read with and without a zone, and nothing else is', () => {
  expect(moment.parse('2026-11-04T07:00:00+01:00')).toEqual(new Date('2026-11-04T06:00:00Z'))
  expect(moment.safeParse('').success).toBe(false)
  expect(moment.safeParse('soon').success).toBe(false)
})

it('omitted and null fields are read as null or empty', () => {
  expect([maybe(moment).parse(undefined), maybe(moment).parse(null)]).toEqual([null, null])
  expect([list(moment).parse(undefined), list(moment).parse(null)]).toEqual([[], []])
})
