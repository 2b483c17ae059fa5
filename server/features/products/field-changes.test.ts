import { expect, it } from 'vitest'
import { toCell, fieldChanges } from './record-changes.ts'

it.each([
  ['Mug', 'Mug'],
  [0, 0],
  [false, false],
  [null, null],
  [undefined, null],
  [['https://a.test/1', 'https://a.test/2'], 'https://a.test/1, https://a.test/2'],
  [[], ''],
  [{ unit: 'inches', width: 3.5, height: 2, length: 4 }, '4 × 3.5 × 2 inches'],
  [{ color: 'spruce', sizes: ['S', 'M'], note: null }, 'color: spruce, sizes: S, M, note: '],
])('a history shows %j as %j', (value, cell) => {
  expect(toCell(value)).toBe(cell)
})

it('field changes list the fields that differ, and none that stays empty', () => {
  const before = { title: 'Mug', images: [], brand: '' }
  const after = { title: 'Cup', images: ['https://a.test/1'], brand: null, isActive: true }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'title', before: 'Mug', after: 'Cup' },
    { field: 'images', before: '', after: 'https://a.test/1' },
    { field: 'isActive', before: null, after: true },
  ])
})

it('field changes of a new record are all its fields', () => {
  expect(fieldChanges(null, { sku: 'A-1', title: null })).toEqual([{ field: 'sku', before: null, after: 'A-1' }])
})
