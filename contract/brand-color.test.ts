import { expect, it } from 'vitest'
import { contrast, inkOf, textOn } from './brand-color.ts'

it.each([
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
])('the contrast of %s and %s is that of WCAG', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2)
  expect(contrast(other, one)).toBeCloseTo(expected, 2)
})

it.each([
  ['#ffd400', '#000000'],
  ['#00687b', '#ffffff'],
  ['#000000', '#ffffff'],
])('on %s the text is %s', (color, expected) => {
  expect(textOn(color)).toBe(expected)
})

it('text reads on every color, and every color reads as text on white', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  for (const color of colors) {
    expect(contrast(color, textOn(color)), color).toBeGreaterThanOrEqual(4.5)
    expect(contrast(inkOf(color), '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
  }
})

it('a color that reads on white stays as it is', () => {
  expect(inkOf('#00687b')).toBe('#00687b')
})
