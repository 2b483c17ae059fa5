import { expect, it } from 'vitest'
import { checkRows } from './check-rows.ts'

it('every bad row has an error, however many errors there are', () => {
  const bad = [
    { t: 's', v: 'one' },
    { t: 's', v: 'many' },
    { t: 'n', v: 1.5 },
  ] as const
  const rows = [[], ...Array.from({ length: 60_000 }, () => [...bad])]
  const columns = new Map([
    ['title', 0],
    ['price', 1],
    ['quantity', 2],
  ] as const)
  const { processed, good, errors } = checkRows({ name: 'Products', rows, headingRow: 0, columns, ignoredColumns: [] })
  expect([processed, good]).toEqual([60_000, 0])
  expect(new Set(errors.map(({ row }) => row)).size).toBe(60_000)
  expect(errors.length).toBeLessThan(150_000)
})
