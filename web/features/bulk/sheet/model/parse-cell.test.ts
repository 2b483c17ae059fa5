import { expect, test } from 'vitest'
import { cellText, parseCell } from './sheet.ts'

test.each([
  ['price', '12', 12],
  ['price', ' 12.50 ', 12.5],
  ['price', '.5', 0.5],
  ['price', '$1,234.50', 1234.5],
  ['price', '', null],
  ['quantity', '12', 12],
  ['quantity', '12.00', 12],
  ['quantity', '1,200', 1200],
  ['sku', ' TEE-L ', 'TEE-L'],
  ['asin', 'b0c1234567', 'B0C1234567'],
  ['asin', '', null],
  ['category', '', ''],
] as const)('%s takes “%s” as %s', (column, text, value) => {
  expect(parseCell(column, text)).toEqual({ value })
})

test.each([
  ['price', '12,50', 'Price: use a decimal point, such as 1299.50'],
  ['price', 'abc', 'Price must be a number such as 12'],
  ['price', '1e3', 'Price must be a number such as 12'],
  ['price', '-1', 'Price can’t be negative'],
  ['price', '-0', 'Price can’t be negative'],
  ['price', '1.999', 'Price can have up to two decimals'],
  ['price', '100000000', 'Price must be 99,999,999.99 or less'],
  ['quantity', '', 'Quantity is required'],
  ['quantity', '1.5', 'Quantity must be a whole number'],
  ['quantity', '-3', 'Quantity can’t be negative'],
  ['sku', ' ', 'SKU is required'],
  ['title', '', 'Title is required'],
  ['title', 'two\nlines', 'Title must be one line of plain text'],
  ['asin', 'B0C', 'ASIN must be ten letters or digits, such as B0C1234567'],
] as const)('%s refuses “%s”: %s', (column, text, problem) => {
  expect(parseCell(column, text)).toEqual({ problem })
})

test.each([
  ['price', 12.5, '12.50'],
  ['price', null, ''],
  ['quantity', 0, '0'],
  ['asin', null, ''],
  ['title', 'Tee', 'Tee'],
] as const)('%s shows %s as “%s”', (column, value, text) => {
  expect(cellText(column, value)).toBe(text)
})
