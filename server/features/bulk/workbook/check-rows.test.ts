import { expect, it } from 'vitest'
import { uploadLimits } from '#contract/bulk.ts'
import { checkRows } from './check-rows.ts'

it('every bad row has an error, however many errors there are', () => {
  const bad = [
    { t: 's', v: 'one' },
    { t: 's', v: 'many' },
    { t: 'n', v: 1.5 },
  ] as const
  const rows = [[], ...Array.from({ length: 35_000 }, () => [...bad])]
  const columns = new Map([
    ['title', 0],
    ['price', 1],
    ['quantity', 2],
  ] as const)
  const { processed, good, errors } = checkRows({ name: 'Products', rows, headingRow: 0, columns, ignoredColumns: [] })
  expect([processed, good]).toEqual([35_000, 0])
  expect(new Set(errors.map(({ row }) => row)).size).toBe(35_000)
  expect(errors.length).toBeLessThan(103_000)
})

it('a sheet with too many rows is refused', () => {
  const rows = [[], ...Array.from({ length: uploadLimits.rows + 1 }, () => [{ t: 'n', v: 1 } as const])]
  const sheet = { name: 'Products', rows, headingRow: 0, columns: new Map([['sku', 0] as const]), ignoredColumns: [] }
  expect(() => checkRows(sheet)).toThrow('has 100,001 rows; the limit is 100,000')
})
