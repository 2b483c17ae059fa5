import { expect, it } from 'vitest'
import { csvContent } from './csv.ts'
import type { CellValue, Column } from './table.ts'

const columns: Column[] = [
  { heading: 'Name', kind: 'text' },
  { heading: 'Count', kind: 'number' },
]

async function csvOf(...batches: CellValue[][][]): Promise<string> {
  async function* rows() {
    yield* batches
  }
  let text = ''
  for await (const part of csvContent(columns, rows())) text += part
  return text
}

it('a CSV file begins with a byte order mark and ends every line with CRLF', async () => {
  expect(await csvOf([['Käse', 1]], [], [['Tee', 2]])).toBe('\uFEFFName,Count\r\nKäse,1\r\nTee,2\r\n')
})

it.each<[CellValue, string]>([
  ['plain', 'plain'],
  ['a "quoted" one', '"a ""quoted"" one"'],
  ['one, two', '"one, two"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' spaces ', '" spaces "'],
  [null, ''],
  [true, 'TRUE'],
  [false, 'FALSE'],
  [-12.5, '-12.5'],
  [Number.NaN, ''],
])('writes %j as %j', async (value, field) => {
  expect(await csvOf([[value, null]])).toBe(`\uFEFFName,Count\r\n${field},\r\n`)
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '＋1', '－1', '＠x', '\n=1', '\u00A0=1'])(
  'makes %j harmless',
  async (value) => {
    const [, line = ''] = (await csvOf([[value, 1]])).split('Count\r\n')
    expect(line.replace(/^"/, '')).toMatch(/^'/)
    expect(line).toContain(value)
  },
)

it('numbers in strings stay numbers in a number column, and only there', async () => {
  expect(await csvOf([['-5.00', '-5.00']])).toContain("'-5.00,-5.00\r\n")
  expect(await csvOf([['x', '-5+cmd']])).toContain("x,'-5+cmd\r\n")
})
