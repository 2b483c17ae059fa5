import { describe, expect, it, test } from 'vitest'
import { countCells, move, rangeOf, select, selectAll } from './selection.ts'

const size = { rows: 10, columns: 6 }
const middle = select({ row: 4, column: 3 })

test.each([
  ['down', { rows: 1 }, { row: 5, column: 3 }],
  ['left', { columns: -1 }, { row: 4, column: 2 }],
  ['to the last column', { columns: Infinity }, { row: 4, column: 5 }],
  ['to the first cell', { rows: -Infinity, columns: -Infinity }, { row: 0, column: 0 }],
  ['a page further than there are rows', { rows: 30 }, { row: 9, column: 3 }],
])('moves %s', (_, motion, place) => {
  expect(move(middle, motion, size)).toEqual(select(place))
})

describe('an extended selection', () => {
  const block = move(move(middle, { rows: -2 }, size, true), { columns: 1 }, size, true)

  it('keeps its active cell', () => {
    expect(block).toEqual({ active: { row: 4, column: 3 }, head: { row: 2, column: 4 } })
  })

  it('spans a block in whichever direction it was extended', () => {
    expect(rangeOf(block)).toEqual({ top: 2, left: 3, bottom: 4, right: 4 })
    expect(countCells(rangeOf(block))).toBe(6)
  })

  it('ends with the next plain move, which starts at the active cell', () => {
    expect(move(block, { rows: 1 }, size)).toEqual(select({ row: 5, column: 3 }))
  })
})

test('selectAll selects from the first cell to the last', () => {
  expect(rangeOf(selectAll(size))).toEqual({ top: 0, left: 0, bottom: 9, right: 5 })
})

test('a sheet without rows keeps the selection at its first cell', () => {
  expect(move(middle, { rows: 1 }, { rows: 0, columns: 6 })).toEqual(select({ row: 0, column: 4 - 1 }))
})
