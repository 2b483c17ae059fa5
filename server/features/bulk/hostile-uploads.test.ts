import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadResult } from '#contract/bulk.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { readCatalogueState } from '#server/testing/undo-model.ts'
import { memoryGrowth } from '#server/testing/memory.ts'
import {
  buildBomb,
  buildFromXml,
  buildSheets,
  buildWorkbook,
  multipartOf,
  sheetOf,
  uploadHeadings,
} from '#server/testing/workbooks.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** A company with one SKU, A, which every file below tries to change. */
async function newCompany() {
  const { id: companyId } = await buildCompany(server.deps.db)
  await buildSku(server.deps.db, companyId, { sku: 'A', price: '10.00' })
  return { companyId, ops: await server.as('ops', companyId) }
}

/** Everything that an upload could change. */
async function everything({ companyId, ops }: { companyId: string; ops: Browser }) {
  const counts = await server.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      select (select count(*) from inventory_snapshots) as snapshots, (select count(*) from change_set_rows) as changed,
        (select count(*) from audit_log where action like 'change-set.%') as audited`),
  )
  const history = (await ops.get('/api/bulk/change-sets')).json<unknown[]>()
  return { catalogue: await readCatalogueState(server.deps.db, companyId), counts: counts.rows, history }
}

async function send(ops: Browser, call: 'preview' | 'upload', bytes: Buffer, name = 'products.xlsx') {
  const { headers, payload } = multipartOf(bytes, name)
  return server.app.http.inject({
    method: 'POST',
    url: `/api/bulk/${call}`,
    headers: { ...ops.headers, ...headers },
    payload,
  })
}

const good = ['A', 'Cup', 12, 5]

function mergedHeadings(): Buffer {
  const sheet = sheetOf([uploadHeadings, good])
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
  return buildSheets({ Products: sheet })
}

const tenSheets = (content: (string | number)[][]) =>
  buildSheets(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`Sheet ${index + 1}`, sheetOf(content)])))

describe('a rejected file changes nothing', () => {
  it.each<[string, number, RegExp, () => Buffer | Promise<Buffer>, string?]>([
    ['a renamed PDF', 422, /not an Excel workbook but a PDF/, () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['an empty file', 422, /The file is empty/, () => Buffer.alloc(0)],
    ['an empty workbook', 422, /The workbook is empty/, () => buildWorkbook([[]])],
    ['ten sheets without the headings', 422, /None of the sheets .*“Sheet 10”/, () => tenSheets([['Notes']])],
    ['ten sheets with them', 422, /Several sheets have the columns/, () => tenSheets([uploadHeadings, good])],
    ['merged headings', 422, /has merged cells/, mergedHeadings],
    ['an .xls of Excel 4', 422, /a file of Excel 4/, () => Buffer.from([9, 4, 6, 0, 0, 0]), 'OLD.XLS'],
    ['3 GB that come out of 3 MB', 422, /unfolds to more than can be read at once/, () => buildBomb(3 * 1024)],
    ['more bytes than may be sent', 413, /at most 20 MB/, () => Buffer.alloc(20 * 1024 * 1024 + 1)],
  ])('%s', { timeout: 60_000 }, async (_name, status, sentence, build, fileName) => {
    const company = await newCompany()
    const bytes = await build()
    const before = await everything(company)
    const growth = await memoryGrowth(async () => {
      for (const call of ['preview', 'upload'] as const) {
        const reply = await send(company.ops, call, bytes, fileName)
        expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
          status,
          expect.stringMatching(sentence),
        ])
      }
    })
    expect(growth).toBeLessThan(200)
    expect(await everything(company)).toEqual(before)
  })
})

function formulas(): Buffer {
  const sheet = sheetOf([uploadHeadings, good])
  sheet.C2 = { t: 'n', v: 1, f: '0.5+0.5' }
  return buildSheets({ Products: sheet })
}

const xmlCell = (value: string | number) =>
  typeof value === 'string' && Number.isNaN(Number(value)) ? `<c t="str"><v>${value}</v></c>` : `<c><v>${value}</v></c>`
const xmlRow = (number: number, cells: (string | number)[]) => `<row r="${number}">${cells.map(xmlCell).join('')}</row>`

const minusZero = () =>
  buildFromXml(
    `<sheetData>${xmlRow(1, ['SKU', 'Title', 'Price', 'Quantity'])}${xmlRow(2, ['A', 'Cup', '-0', 5])}</sheetData>`,
  )

describe('a file with only bad rows lists an error per row and changes nothing', () => {
  it.each<[string, string, string, () => Buffer | Promise<Buffer>, number?]>([
    ['formulas', 'Price', 'Price holds a formula: paste it as a value', formulas],
    [
      '1e308 as a price',
      'Price',
      'Price is too high: at most 99999999.99',
      () => buildWorkbook([uploadHeadings, ['A', 'Cup', 1e308, 5]]),
    ],
    ['-0 as a price', 'Price', 'Price must not be negative', minusZero],
    [
      'a date as a quantity',
      'Quantity',
      'Quantity holds a date',
      () => buildWorkbook([uploadHeadings, ['A', 'Cup', 12, new Date(Date.UTC(2026, 10, 15))]]),
    ],
    [
      'a SKU twice',
      'SKU',
      'SKU stands in other rows too: 3',
      () => buildWorkbook([uploadHeadings, good, ['A', 'Mug', 13, 6]]),
      2,
    ],
  ])('%s', async (_name, column, reason, build, rows = 1) => {
    const company = await newCompany()
    const before = await everything(company)
    const reply = await send(company.ops, 'upload', await build())
    const result = reply.json<UploadResult>()
    expect(reply.statusCode).toBe(200)
    expect(result).toMatchObject({ processed: rows, updated: 0, created: 0, unchanged: 0, failed: rows })
    expect(result.errors[0]).toEqual({ row: 2, column, reason })
    expect((await everything(company)).catalogue).toEqual(before.catalogue)
    expect((await everything(company)).counts).toEqual(before.counts)
  })
})

it.each([
  ['Excel 97', 'biff8'],
  ['Excel 95', 'biff5'],
] as const)('an .xls file of %s is accepted like any other', async (_name, bookType) => {
  const { ops } = await newCompany()
  const reply = await send(ops, 'upload', buildWorkbook([uploadHeadings, good], { bookType }), 'STOCK.XLS')
  expect(reply.json<UploadResult>()).toMatchObject({ processed: 1, updated: 1, failed: 0, errors: [] })
})
