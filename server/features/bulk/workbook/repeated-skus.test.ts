import { expect, it } from 'vitest'
import { findRepeats } from './check-rows.ts'

it('a repeated SKU names its other rows, at most five of them', () => {
  const rows = new Map([
    [2, 'A'],
    [3, 'B'],
    [5, 'A'],
    ...Array.from({ length: 1_000 }, (_, index): [number, string] => [10 + index, 'C']),
  ])
  const reasons = findRepeats(rows)
  expect(reasons.get(2)).toBe('Duplicate SKU (also in row 5)')
  expect(reasons.get(5)).toBe('Duplicate SKU (also in row 2)')
  expect(reasons.has(3)).toBe(false)
  expect(reasons.get(10)).toBe('Duplicate SKU (also in rows 11, 12, 13, 14, 15 and 994 more)')
  expect(reasons.get(500)).toBe('Duplicate SKU (also in rows 10, 11, 12, 13, 14 and 994 more)')
})
