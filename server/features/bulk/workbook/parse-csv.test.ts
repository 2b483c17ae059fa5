import { expect, it } from 'vitest'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import { bytesOf } from '#server/testing/workbooks.ts'
import { checkRows } from './check-rows.ts'
import { findSheet } from './find-sheet.ts'
import { parseCsv } from './parse-csv.ts'

const cellsOf = (bytes: Buffer) => parseCsv('stock.csv', bytes).rows.map((row) => row?.map(({ v }) => v))
const textCells = (text: string) => cellsOf(Buffer.from(text))

it.each<[string, string]>([
  ['commas', 'SKU,Price\r\nA,1\r\n'],
  ['semicolons', 'SKU;Price\nA;1\n'],
  ['tabs', 'SKU\tPrice\rA\t1\r'],
  ['a byte order mark', '\uFEFFSKU,Price\nA,1\n'],
])('reads values separated by %s', (_name, text) => {
  expect(textCells(text)).toEqual([['SKU', 'Price'], ['A', '1'], ['']])
})

it('keeps separators, line breaks and quotes of a quoted value', () => {
  expect(textCells('SKU,Title\nA,"Lamp, 10""\nbrass; ""new"""\nB,5" nail')).toEqual([
    ['SKU', 'Title'],
    ['A', 'Lamp, 10"\nbrass; "new"'],
    ['B', '5" nail'],
  ])
})

it('finds the separator outside quotes', () => {
  expect(textCells('"SKU, or code, or number";Price\nA;1')).toEqual([
    ['SKU, or code, or number', 'Price'],
    ['A', '1'],
  ])
})

it.each(['sep=;\r\nSKU;Title, long, very\r\nA;b', 'SEP=;\nSKU;Title, long, very\nA;b'])(
  'obeys Excel’s line %j, and counts it as a row',
  (text) => {
    expect(textCells(text)).toEqual([[], ['SKU', 'Title, long, very'], ['A', 'b']])
  },
)

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from('SKU\tTitle\nÄ\tKäse für 5 €')],
  ['Windows-1252', Buffer.from('SKU\tTitle\n\xC4\tK\xE4se f\xFCr 5 \x80', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFSKU\tTitle\nÄ\tKäse für 5 €', 'utf16le')],
  ['UTF-16, big endian', Buffer.from('\uFEFFSKU\tTitle\nÄ\tKäse für 5 €', 'utf16le').swap16()],
])('reads %s', (_name, bytes) => {
  expect(cellsOf(bytes)[1]).toEqual(['Ä', 'Käse für 5 €'])
})

it('reads a large file in a short time, also one of quotes without end', () => {
  const line = 'SKU-000001,"A title, quoted",12.50,7\n'
  expect(parseCsv('large.csv', Buffer.from(line.repeat(100_000))).rows).toHaveLength(100_001)
  expect(parseCsv('open.csv', Buffer.from(`SKU,Price\n${'"x,'.repeat(100_000)}`)).rows).toHaveLength(2)
}, 20_000)

it('refuses what is no text', () => {
  expect(() => parseCsv('stock.csv', Buffer.from('SKU,Price\nA,\0'))).toThrow('The file is not plain text.')
})

it('reads an export of ours as it was, with the texts that were protected from running as formulas', async () => {
  async function* rows() {
    yield [
      ['=SUM(A1)', '-5'],
      ["'quoted", 'plain'],
    ]
  }
  const columns = [
    { heading: 'SKU', kind: 'text' as const },
    { heading: 'Title', kind: 'text' as const },
  ]
  const bytes = await bytesOf(csvContent(columns, rows()))
  expect(cellsOf(bytes).slice(1, 3)).toEqual([
    ['=SUM(A1)', '-5'],
    ["'quoted", 'plain'],
  ])
})

it.each<[string, string, string | number]>([
  [';', '12,50', '12.50'],
  [';', '1.299,5', '1299.50'],
  [';', '12.50', '12.50'],
  [';', '1,299.50', '1299.50'],
  [',', '"1,299.50"', '1299.50'],
])('in a file separated by %s, the price %s is %s', (separator, typed, price) => {
  const text = `SKU${separator}Price\nA${separator}${typed}`
  const { chunks, errors } = checkRows(findSheet([parseCsv('prices.csv', Buffer.from(text))]))
  expect(errors).toEqual([])
  expect(JSON.parse(chunks[0] ?? '[]')).toMatchObject([{ row: 2, sku: 'A', price }])
})

it.each<[string, string]>([
  [';', '1,299'],
  [',', '"12,50"'],
])('in a file separated by %s, the price %s may mean two things and is refused', (separator, typed) => {
  const text = `SKU${separator}Price\nA${separator}${typed}`
  const { errors } = checkRows(findSheet([parseCsv('prices.csv', Buffer.from(text))]))
  expect(errors).toEqual([{ row: 2, column: 'Price', reason: 'Price: use a decimal point, such as 1299.50' }])
})
