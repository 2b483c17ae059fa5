import { expect, it } from 'vitest'
import { linePath } from './plot.ts'

const plot = { x: (position: number) => position * 10, y: (value: number) => 100 - value }

it('interrupts the line at missing values, and draws a point without neighbors as a short line', () => {
  expect(linePath(plot, [1, 2, null, 4])).toBe('M0 99L10 98M22 96H38')
  expect(linePath(plot, [5])).toBe('M-8 95H8')
  expect(linePath(plot, [null, null])).toBe('')
})
