import { expect, test } from 'vitest'
import { placeBlock } from './clipboard.ts'

const size = { rows: 5, columns: 6 }
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const texts = (block: string[][], selected: ReturnType<typeof at>) =>
  placeBlock(block, selected, size).cells.map(({ row, column, text }) => `${row},${column} ${text}`)

test('a block is pasted from the selected cell on', () => {
  expect(
    texts(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      at(1, 2),
    ),
  ).toEqual(['1,2 a', '1,3 b', '2,2 c', '2,3 d'])
})

test('one value fills the whole selection', () => {
  expect(texts([['a']], at(0, 0, 1, 1))).toEqual(['0,0 a', '0,1 a', '1,0 a', '1,1 a'])
})

test('a row is repeated over a selection that is a multiple of it', () => {
  expect(texts([['a', 'b']], at(0, 0, 1, 1))).toEqual(['0,0 a', '0,1 b', '1,0 a', '1,1 b'])
})

test('a block is pasted once if the selection is not a multiple of it', () => {
  expect(texts([['a'], ['b']], at(0, 0, 2, 0))).toEqual(['0,0 a', '1,0 b'])
})

test('rows and columns beyond the last ones are counted', () => {
  const block = Array.from({ length: 4 }, () => ['a', 'b', 'c'])
  const pasted = placeBlock(block, at(3, 4), size)
  expect(pasted).toMatchObject({ rowsLeftOut: 2, columnsLeftOut: 1, range: at(3, 4, 4, 5) })
  expect(pasted.cells).toHaveLength(4)
})

test('rows of uneven length leave the missing cells unchanged', () => {
  expect(texts([['a', 'b'], ['c']], at(0, 0))).toEqual(['0,0 a', '0,1 b', '1,0 c'])
})
