import { expect, it } from 'vitest'
import { compareByColumn, fieldLabel, fieldText } from './labels.ts'

it.each([
  ['sku', 'SKU'],
  ['SKU', 'SKU'],
  ['asin', 'ASIN'],
  ['price', 'Price'],
  ['compareAtPrice', 'Compare-at price'],
  ['Category', 'Category'],
])('%s is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

it.each([
  ['price', '1299.00', '$1,299.00'],
  ['Price', '1299.00', '$1,299.00'],
  ['title', '1299.00', '1299.00'],
  ['quantity', 12_000, '12,000'],
  ['category', null, '(empty)'],
  ['category', '', '(empty)'],
  ['isHazmat', true, 'Yes'],
  ['isHazmat', false, 'No'],
] as const)('%s %s is shown as %s', (field, value, text) => {
  expect(fieldText(field, value)).toBe(text)
})

it('sorts fields by the columns of the file, other fields after them', () => {
  const cells = ['weight', 'category', 'cost', 'price', 'title'].map((field) => ({ field, before: null, after: 1 }))
  expect(cells.toSorted(compareByColumn).map(({ field }) => field)).toEqual([
    'title',
    'price',
    'category',
    'weight',
    'cost',
  ])
})
