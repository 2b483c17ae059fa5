import { expect, it } from 'vitest'
import { selectionOf, emptySelection, toggle, toggleRange } from './selection.ts'

const listed = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

it('picks one and drops it again', () => {
  const picked = toggle(emptySelection, 'b')
  expect(idsOf(picked)).toBe('b')
  expect(idsOf(toggle(picked, 'b'))).toBe('')
})

it.each([
  ['b', 'd', 'bcd'],
  ['d', 'b', 'bcd'],
  ['c', 'c', ''],
])('from %s to %s makes %s', (from, to, expected) => {
  expect(idsOf(toggleRange(toggle(emptySelection, from), to, listed))).toBe(expected)
})

it('drops a whole range when its end was picked', () => {
  const allButOne = toggle(selectionOf(listed), 'b')
  expect(idsOf(toggleRange(allButOne, 'd', listed))).toBe('ae')
})

it('picks one alone where there is nothing to count a range from', () => {
  expect(idsOf(toggleRange(emptySelection, 'c', listed))).toBe('c')
  expect(idsOf(toggleRange(toggle(emptySelection, 'gone'), 'c', listed))).toBe('cgone')
})
