import { expect, it } from 'vitest'
import { uploadLimits } from '#contract/bulk.ts'
import { formatFileSize, hasFileEnding, isTooLarge } from './chosen-file.ts'

it.each([
  ['stock.xlsx', true],
  ['STOCK.XLS', true],
  ['stock.xlsx.pdf', false],
  ['stock.csv', true],
  ['stock.txt', false],
  ['xlsx', false],
])('%s can be uploaded: %s', (name, expected) => {
  expect(hasFileEnding(name)).toBe(expected)
})

it('accepts a file up to the limit', () => {
  expect(isTooLarge(uploadLimits.bytes)).toBe(false)
  expect(isTooLarge(uploadLimits.bytes + 1)).toBe(true)
})

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [12 * 1024, '12 KB'],
  [3_355_443, '3.2 MB'],
  [uploadLimits.bytes, '20 MB'],
  [uploadLimits.bytes + 1, '20.1 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
