import { expect, test } from 'vitest'
import { normalizeBarcode } from './barcode.ts'

test.each([
  ['an EAN-13', '4006381333931', '04006381333931'],
  ['a UPC with 12 digits', '036000291452', '00036000291452'],
  ['the same with a leading zero', '0036000291452', '00036000291452'],
  ['the same with 14 digits', '00036000291452', '00036000291452'],
  ['a GTIN-8', '73513537', '00000073513537'],
  ['spaces and dashes', ' 0-36000-29145-2 ', '00036000291452'],
])('%s is padded to 14 digits', (_, text, normalized) => {
  expect(normalizeBarcode(text)).toBe(normalized)
})

test.each([
  ['a wrong check digit', '4006381333932'],
  ['two digits swapped', '4006383133931'],
  ['eleven digits', '36000291452'],
  ['an ISBN-10', '0306406152'],
  ['letters', 'X001ABC123'],
  ['digits around letters', '4006381A333931'],
  ['only zeros', '000000000000'],
  ['an empty text', ''],
  ['nothing', null],
])('%s is no barcode', (_, text) => {
  expect(normalizeBarcode(text)).toBeNull()
})
