import { describe, expect, it } from 'vitest'
import type { SheetColumn } from '#contract/sheet.ts'
import { type Cell, checkCell } from './check-cell.ts'

const text = (v: string): Cell => ({ t: 's', v })
const number = (v: number, z = 'General'): Cell => ({ t: 'n', v, z })

describe('accepts', () => {
  it.each<[SheetColumn, Cell, unknown]>([
    ['sku', text('  A-1 '), 'A-1'],
    ['sku', number(1001), '1001'],
    ['sku', number(1001.0), '1001'],
    ['sku', number(123_456_789_012_345), '123456789012345'],
    ['sku', number(12.5), '12.5'],
    ['sku', number(0.1 + 0.2), '0.3'],
    ['sku', number(12_345_678_905, '000000000000'), '012345678905'],
    ['sku', text('=not a formula'), '=not a formula'],
    ['title', number(1984), '1984'],
    ['price', number(12.5), 12.5],
    ['price', number(0), 0],
    ['price', number(1.1 * 3), 3.3],
    ['price', text('12.50'), 12.5],
    ['price', text(' $1,299.00 '), 1299],
    ['price', text('$ 5'), 5],
    ['price', text('.5'), 0.5],
    ['price', text('1,299'), 1299],
    ['price', number(99_999_999.99), 99_999_999.99],
    ['quantity', text(' 7 '), 7],
    ['quantity', text('7.0'), 7],
    ['quantity', text('1,000,000'), 1_000_000],
    ['quantity', number(10_000_000), 10_000_000],
    ['asin', text('b0c1234567'), 'B0C1234567'],
    ['asin', number(1_234_567_890), '1234567890'],
    ['category', text(' Kitchen '), 'Kitchen'],
  ])('%s %j as %j', (column, cell, value) => {
    expect(checkCell(column, cell)).toEqual({ value })
  })
})

describe('refuses', () => {
  it.each<[SheetColumn, Cell, string]>([
    ['price', { t: 'n', v: 5, f: 'A1*2' }, 'Price contains a formula: paste it as a value'],
    ['title', { t: 's', v: '', f: 'HYPERLINK("x")' }, 'Title contains a formula: paste it as a value'],
    ['category', { t: 's', v: 'x', F: 'A1:A3' }, 'Category contains a formula: paste it as a value'],
    ['price', { t: 'd', v: new Date() }, 'Price contains a date'],
    ['quantity', { t: 'd', v: new Date() }, 'Quantity contains a date'],
    ['sku', { t: 'd', v: new Date() }, 'SKU contains a date'],
    ['quantity', { t: 'b', v: true }, 'Quantity contains TRUE or FALSE'],
    ['title', { t: 'e', v: 42 }, 'Title contains an Excel error'],
    ['price', number(1e308), 'Price must be 99,999,999.99 or less'],
    ['price', number(100_000_000), 'Price must be 99,999,999.99 or less'],
    ['price', number(-0), 'Price can’t be negative'],
    ['price', number(-1), 'Price can’t be negative'],
    ['price', number(1.005), 'Price can have up to two decimals'],
    ['price', number(Number.NaN), 'Price must be a number'],
    ['price', number(Number.POSITIVE_INFINITY), 'Price must be a number'],
    ['price', number(0.5, '0%'), 'Price contains a percentage'],
    ['price', text('-0'), 'Price can’t be negative'],
    ['price', text('-$4'), 'Price can’t be negative'],
    ['price', text('12,50'), 'Price: use a decimal point, such as 1299.50'],
    ['price', text('1.299,00'), 'Price: use a decimal point, such as 1299.50'],
    ['price', text('1.2999'), 'Price can have up to two decimals'],
    ['price', text('1e308'), 'Price must be a number such as 12'],
    ['price', text('NaN'), 'Price must be a number such as 12'],
    ['price', text('Infinity'), 'Price must be a number such as 12'],
    ['price', text('0x10'), 'Price must be a number such as 12'],
    ['price', text('€5'), 'Price must be a number such as 12'],
    ['price', text('5 USD'), 'Price must be a number such as 12'],
    ['price', text('(5.00)'), 'Price must be a number such as 12'],
    ['price', text('٥'), 'Price must be a number such as 12'],
    ['quantity', number(1.5), 'Quantity must be a whole number'],
    ['quantity', text('1.5'), 'Quantity must be a whole number'],
    ['quantity', number(1e308), 'Quantity must be a whole number'],
    ['quantity', number(-0), 'Quantity can’t be negative'],
    ['quantity', number(-3), 'Quantity can’t be negative'],
    ['quantity', number(10_000_001), 'Quantity must be 10,000,000 or less'],
    ['sku', number(1e21), 'SKU is a number Excel can’t store exactly: format the cell as text'],
    ['sku', number(1e15), 'SKU is a number Excel can’t store exactly: format the cell as text'],
    ['sku', number(1e-9), 'SKU is a number Excel can’t store exactly: format the cell as text'],
    ['sku', text('x'.repeat(101)), 'SKU must be 100 characters or fewer'],
    ['sku', text('A-1\u200B'), 'SKU has an invisible character. Retype it'],
    ['sku', text('a\u0000b'), 'SKU must be one line of plain text'],
    ['title', text('two\nlines'), 'Title must be one line of plain text'],
    ['title', text('half \uD83D'), 'Title must be one line of plain text'],
    ['title', text('x'.repeat(501)), 'Title must be 500 characters or fewer'],
    ['asin', text('B0'), 'ASIN must be ten letters or digits, such as B0C1234567'],
    ['category', text('x'.repeat(201)), 'Category must be 200 characters or fewer'],
  ])('%s %j: %s', (column, cell, reason) => {
    expect(checkCell(column, cell)).toEqual({ reason })
  })
})

it('a missing cell is an error in a required column and null elsewhere', () => {
  for (const [column, label] of [
    ['sku', 'SKU'],
    ['title', 'Title'],
    ['price', 'Price'],
    ['quantity', 'Quantity'],
  ] as const) {
    expect(checkCell(column, undefined)).toEqual({ reason: `${label} is required` })
  }
  expect(checkCell('asin', undefined)).toEqual({ value: null })
  expect(checkCell('category', undefined)).toEqual({ value: null })
})
