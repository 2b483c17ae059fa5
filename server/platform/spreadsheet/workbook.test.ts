import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memoryGrowth } from '#server/testing/memory.ts'
import { bytesOf, partsOf, readBack } from '#server/testing/workbooks.ts'
import { exportFile } from './export-file.ts'
import type { Batches, CellValue, Column } from './table.ts'
import { workbookContent } from './workbook.ts'

const columns: Column[] = [
  { heading: 'SKU', kind: 'text' },
  { heading: 'Price', kind: 'number' },
]
const now = new Date('2026-11-15T23:00:00Z')

async function* batches(...list: CellValue[][][]) {
  yield* list
}

const workbookOf = (rows: Batches) => bytesOf(workbookContent([{ name: 'Products', columns, rows }]))

const firstSheet = 'xl/worksheets/sheet1.xml'

it('an export file is named after its list and the day', () => {
  const file = (format: 'csv' | 'xlsx') => exportFile({ name: 'inventory', format, columns, rows: batches(), now })
  expect(file('csv')).toMatchObject({ fileName: 'inventory-2026-11-15.csv', contentType: 'text/csv; charset=utf-8' })
  expect(file('xlsx').fileName).toBe('inventory-2026-11-15.xlsx')
})

describe('an .xlsx file', () => {
  it('is read back unchanged by another library', async () => {
    const file = await workbookOf(
      batches(
        [
          ['A-1', '12.50'],
          ['007', -3],
        ],
        [
          [null, null],
          ['B', true],
        ],
      ),
    )
    expect(readBack(file)).toEqual({
      Products: [
        ['SKU', 'Price'],
        ['A-1', 12.5],
        ['007', -3],
        [null, null],
        ['B', true],
      ],
    })
  })

  it.each([
    '=1+1',
    '+1',
    'a & b < c > "d"',
    '  spaces  ',
    'two\nlines',
    '_x000D_ is a text',
    '__x0041__',
    'Käse 日本 😀',
  ])('keeps %j as text', async (text) => {
    const file = await workbookOf(batches([[text, 1]]))
    expect(readBack(file)).toMatchObject({
      Products: [
        ['SKU', 'Price'],
        [text, 1],
      ],
    })
    expect(partsOf(file)[firstSheet]).not.toContain('<f')
  })

  it('drops characters that XML cannot hold and truncates texts at Excel’s limit', async () => {
    const file = await workbookOf(
      batches([
        ['a\u0000b\u001Fc\uFFFFd\uD800e', 1],
        ['x'.repeat(40_000), 2],
      ]),
    )
    const [, [first] = [], [second] = []] = readBack(file).Products ?? []
    expect(first).toBe('abcde')
    expect(second).toBe('x'.repeat(32_767))
  })

  it('has a bold, frozen heading', async () => {
    const file = await workbookOf(batches())
    const sheet = partsOf(file)[firstSheet]
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<c r="A1" t="inlineStr" s="1">')
    expect(partsOf(file)['xl/styles.xml']).toContain('<font><b/>')
  })

  it('continues in another sheet when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`S${index}`, index])
    const content = workbookContent([{ name: 'Products', columns, rows: batches(rows.slice(0, 5), rows.slice(5)) }], 4)
    expect(readBack(await bytesOf(content))).toEqual({
      Products: [['SKU', 'Price'], ...rows.slice(0, 3)],
      'Products (2)': [['SKU', 'Price'], ...rows.slice(3, 6)],
      'Products (3)': [['SKU', 'Price'], ...rows.slice(6)],
    })
  })

  it('has no second sheet for rows that exactly fill the first', async () => {
    const content = workbookContent([{ name: 'Products', columns, rows: batches([['A', 1]], []) }], 2)
    expect(Object.keys(readBack(await bytesOf(content)))).toEqual(['Products'])
  })

  it('fails as its rows fail', async () => {
    async function* failing() {
      yield [['A', 1]]
      throw new Error('the database is gone')
    }
    await expect(workbookOf(failing())).rejects.toThrow('the database is gone')
  })
})

describe.each(['csv', 'xlsx'] as const)('a large %s', (format) => {
  const rowsPerBatch = 1_000

  function watchedRows(batchCount: number) {
    const state = { made: 0, isClosed: false }
    async function* rows() {
      try {
        for (; state.made < batchCount; state.made += 1) {
          const first = state.made * rowsPerBatch
          yield Array.from({ length: rowsPerBatch }, (_, index) => [`SKU-${first + index}-${Math.random()}`, first])
        }
      } finally {
        state.isClosed = true
      }
    }
    return { state, rows: rows() }
  }

  it('of 300,000 rows needs little memory', async () => {
    const { state, rows } = watchedRows(300)
    let bytes = 0
    const growth = await memoryGrowth(async () => {
      for await (const chunk of exportFile({ name: 'inventory', format, columns, rows, now }).content) {
        bytes += chunk.length
      }
    })
    expect(state).toEqual({ made: 300, isClosed: true })
    expect(bytes).toBeGreaterThan(3_000_000)
    expect(growth).toBeLessThan(100)
  }, 60_000)

  it('waits for a slow reader and stops when the reader leaves', async () => {
    const { state, rows } = watchedRows(5_000)
    const content = exportFile({ name: 'inventory', format, columns, rows, now }).content[Symbol.asyncIterator]()
    let read = 0
    while (read < 100_000) read += (await content.next()).value?.length ?? 0
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn()
    expect(state.made).toBeLessThan(200)
    expect(state.isClosed).toBe(false)
    await content.return?.()
    expect(state.isClosed).toBe(true)
  }, 30_000)
})
