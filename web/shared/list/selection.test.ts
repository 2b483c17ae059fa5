import { expect, it } from 'vitest'
import { selectionOf, emptySelection, toggle, toggleRange } from './selection.ts'

const listed = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

it('toggle selects an order and deselects it again', () => {
  const picked = toggle(emptySelection, 'b')
  expect(idsOf(picked)).toBe('b')
  expect(idsOf(toggle(picked, 'b'))).toBe('')
})

it.each([
  ['b', 'd', 'bcd'],
  ['d', 'b', 'bcd'],
  ['c', 'c', ''],
])('a Shift range from %s to %s selects %s', (from, to, expected) => {
  expect(idsOf(toggleRange(toggle(emptySelection, from), to, listed))).toBe(expected)
})

it('a Shift range deselects all its orders when its end was selected', () => {
  const allButOne = toggle(selectionOf(listed), 'b')
  expect(idsOf(toggleRange(allButOne, 'd', listed))).toBe('ae')
})

it('a Shift range without an anchor selects one order', () => {
  expect(idsOf(toggleRange(emptySelection, 'c', listed))).toBe('c')
  expect(idsOf(toggleRange(toggle(emptySelection, 'gone'), 'c', listed))).toBe('cgone')
})
