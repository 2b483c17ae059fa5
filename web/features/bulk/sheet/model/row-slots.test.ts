import { expect, it } from 'vitest'
import { createRowSlots } from './row-view.ts'

it('a row keeps its slot while it is rendered, and new rows get the free slots', () => {
  const slotsOf = createRowSlots()
  expect([...slotsOf([0, 1, 2, 3])]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect([...slotsOf([1, 3, 4, 5])]).toEqual([
    [1, 1],
    [3, 3],
    [4, 0],
    [5, 2],
  ])
  expect([...slotsOf([1, 80, 81, 82, 83])]).toEqual([
    [1, 1],
    [80, 0],
    [81, 2],
    [82, 3],
    [83, 4],
  ])
})
