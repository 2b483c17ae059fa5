import { utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import {
  buildFromXml,
  buildSheets,
  buildWorkbook,
  bytesOf,
  readBack,
  sheetOf,
  uploadHeadings,
} from '#server/testing/workbooks.ts'
import type { CheckedWorkbook, UploadRow } from './check-rows.ts'
import { errorsFile, templateFile } from '../downloads.ts'
import { fileKind } from './file-kind.ts'
import { checkWorkbook } from './workbook-reader.ts'

/** In this thread, since starting another takes longer than reading a small file. */
const readXlsx = async (bytes: Buffer) => checkWorkbook({ kind: fileKind(bytes), bytes })
const rowsOf = ({ chunks }: CheckedWorkbook) => chunks.flatMap((chunk) => JSON.parse(chunk) as UploadRow[])

/** Large sheets are written as XML by hand: the library that writes the others takes seconds for them. */
const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
const headingRow = `<row>${uploadHeadings.map(cell).join('')}</row>`

describe('reads', () => {
  it('rows, whatever the order and case of the headings, and names the columns it ignores', async () => {
    const checked = await readXlsx(
      buildWorkbook([
        ['Colour', ' quantity ', 'TITLE', 'Price', 'sku', 'Colour', 'Bin  No'],
        ['red', 5, 'Bottle', 12.5, 1001, 'blue', 3],
      ]),
    )
    expect(checked).toMatchObject({ sheetName: 'Products', processed: 1, good: 1, errors: [] })
    expect(checked.ignoredColumns).toEqual(['Colour', 'Bin No'])
    expect(rowsOf(checked)).toEqual([
      { row: 2, sku: '1001', title: 'Bottle', price: '12.50', quantity: 5, asin: null, category: null },
    ])
  })

  it('row numbers as in Excel, past blank rows and from wherever the sheet begins', async () => {
    const sheet = sheetOf([[]])
    utils.sheet_add_aoa(
      sheet,
      [uploadHeadings, ['A', 'a', 1, 1], [], ['  ', null], ['B', 'b', 2, 2], ['', 'no code', 3, 3]],
      { origin: 'C4' },
    )
    const checked = await readXlsx(buildSheets({ Stock: sheet }))
    expect(rowsOf(checked).map(({ row, sku }) => [row, sku])).toEqual([
      [5, 'A'],
      [8, 'B'],
    ])
    expect(checked).toMatchObject({ processed: 3, errors: [{ row: 9, column: 'SKU', reason: 'SKU is required' }] })
  })

  it('a sheet with only the SKU and what is to change', async () => {
    const checked = await readXlsx(
      buildWorkbook([
        ['SKU', 'Price'],
        ['A', 12.5],
        ['B', ''],
      ]),
    )
    expect(rowsOf(checked)).toEqual([
      { row: 2, sku: 'A', title: null, price: '12.50', quantity: null, asin: null, category: null },
    ])
    expect(checked.errors).toEqual([{ row: 3, column: 'Price', reason: 'Price is required' }])
  })

  it('the sheet with all columns rather than one with some of them', async () => {
    const some = sheetOf([
      ['SKU', 'Price'],
      ['A', 1],
    ])
    const all = sheetOf([uploadHeadings, ['A', 'a', 1, 1]])
    expect(await readXlsx(buildSheets({ Prices: some, Stock: all }))).toMatchObject({ sheetName: 'Stock' })
    await expect(readXlsx(buildSheets({ Prices: some, More: some }))).rejects.toThrow('Several sheets')
  })

  it('an .xls file of Excel 97', async () => {
    const bytes = buildWorkbook([uploadHeadings, ['A-1', 'Käse für 5 €', 4.2, 3]], { bookType: 'biff8' })
    const checked = await readXlsx(bytes)
    expect(rowsOf(checked)).toMatchObject([{ row: 2, sku: 'A-1', title: 'Käse für 5 €', price: '4.20', quantity: 3 }])
  })

  it('an .xls file of Excel 95, in the code page of its time', async () => {
    const bytes = buildWorkbook([uploadHeadings, ['A-1', 'Kase fur 5 E', 4.2, 3]], { bookType: 'biff5' })
    bytes.set(Buffer.from('K\xE4se f\xFCr 5 \x80', 'latin1'), bytes.indexOf('Kase fur 5 E'))
    const checked = await readXlsx(bytes)
    expect(rowsOf(checked)).toMatchObject([{ row: 2, sku: 'A-1', title: 'Käse für 5 €', price: '4.20', quantity: 3 }])
  })

  it('the one sheet of ten that has the headings', async () => {
    const others = Array.from({ length: 9 }, (_, index) => [`Sheet ${index}`, sheetOf([['Notes'], ['x']])])
    const sheets = Object.fromEntries([...others, ['Stock', sheetOf([uploadHeadings, ['A', 'a', 1, 1]])]])
    expect(await readXlsx(buildSheets(sheets))).toMatchObject({ sheetName: 'Stock', good: 1 })
  })

  it('its own template without complaint', async () => {
    const bytes = await bytesOf(templateFile().content)
    const checked = await readXlsx(bytes)
    expect(checked).toMatchObject({ sheetName: 'Products', processed: 1, good: 1, errors: [], ignoredColumns: [] })
    expect(readBack(bytes)['Products']?.[0]).toEqual(['SKU', 'Title', 'Price', 'Quantity', 'ASIN', 'Category'])
  })

  it('10,001 rows in chunks of 5,000', async () => {
    const rows = Array.from(
      { length: 10_001 },
      (_, index) =>
        `<row>${cell(`SKU-${index}`)}${cell(`Bottle ${index}`)}<c><v>${index / 100}</v></c><c><v>${index}</v></c></row>`,
    )
    const checked = await readXlsx(await buildFromXml(`<sheetData>${headingRow}${rows.join('')}</sheetData>`))
    expect(checked).toMatchObject({ processed: 10_001, good: 10_001, errors: [] })
    expect(checked.chunks).toHaveLength(3)
    expect(rowsOf(checked).at(-1)).toMatchObject({ row: 10_002, sku: 'SKU-10000', price: '100.00' })
  })
})

describe('refuses cells', () => {
  it('one by one, and keeps the rows that are good', async () => {
    const sheet = sheetOf([
      uploadHeadings,
      ['A', 'a', 1e308, new Date(Date.UTC(2026, 10, 15)), 'short'],
      ['B', 'b', 1, 1],
      ['C', 'c', 1, 1],
      ['C', 'c', true, 1.5],
      ['D', 'd', 1, 2],
    ])
    sheet.B3 = { t: 's', v: 'cached', f: 'CONCATENATE("x","y")' }
    const checked = await readXlsx(buildSheets({ Products: sheet }))
    expect(rowsOf(checked).map(({ sku }) => sku)).toEqual(['D'])
    expect(checked.processed).toBe(5)
    expect(checked.errors).toEqual([
      { row: 2, column: 'Price', reason: 'Price must be 99,999,999.99 or less' },
      { row: 2, column: 'Quantity', reason: 'Quantity contains a date' },
      { row: 2, column: 'ASIN', reason: 'ASIN must be ten letters or digits, such as B0C1234567' },
      { row: 3, column: 'Title', reason: 'Title contains a formula: paste it as a value' },
      { row: 4, column: 'SKU', reason: 'Duplicate SKU (also in row 5)' },
      { row: 5, column: 'SKU', reason: 'Duplicate SKU (also in row 4)' },
      { row: 5, column: 'Price', reason: 'Price contains TRUE or FALSE' },
      { row: 5, column: 'Quantity', reason: 'Quantity must be a whole number' },
    ])
  })

  it('that hold minus zero, an array formula or nothing but an error', async () => {
    const heading = uploadHeadings.slice(0, 4).map((name) => `<c t="str"><v>${name}</v></c>`)
    const checked = await readXlsx(
      await buildFromXml(
        `<sheetData><row r="1">${heading.join('')}</row><row r="2"><c t="str"><v>A</v></c><c t="str"><v>a</v></c><c><v>-0</v></c><c><f ref="D2:D3" t="array">1+1</f><v>2</v></c></row><row r="3"><c t="str"><v>B</v></c><c t="e"><v>#N/A</v></c><c><v>1</v></c><c><v>1</v></c></row></sheetData>`,
      ),
    )
    expect(checked.errors).toEqual([
      { row: 2, column: 'Price', reason: 'Price can’t be negative' },
      { row: 2, column: 'Quantity', reason: 'Quantity contains a formula: paste it as a value' },
      { row: 3, column: 'Title', reason: 'Title contains an Excel error' },
    ])
  })

  it('and lists them in a file that opens in Excel', async () => {
    async function* errors() {
      yield [{ row: 2, column: 'Price', reason: 'Price is required' }]
      yield [{ row: 7, column: 'SKU', reason: 'SKU is required' }]
    }
    const file = errorsFile('My stock.XLS', errors())
    expect(file.fileName).toBe('My stock-errors.xlsx')
    expect(readBack(await bytesOf(file.content))).toEqual({
      Errors: [
        ['Row', 'Column', 'Reason'],
        [2, 'Price', 'Price is required'],
        [7, 'SKU', 'SKU is required'],
      ],
    })
  })
})

describe('refuses a workbook', () => {
  it('without the headings, and names them', async () => {
    await expect(
      readXlsx(
        buildWorkbook([
          ['Title', 'Cost'],
          ['a', 1],
        ]),
      ),
    ).rejects.toThrow('The first row of “Products” is missing the columns SKU, Price and Quantity.')
    await expect(readXlsx(buildWorkbook([['SKU'], ['A']]))).rejects.toThrow(
      'is missing the columns Title, Price and Quantity.',
    )
  })

  it('with a heading twice', async () => {
    await expect(
      readXlsx(
        buildWorkbook([
          [...uploadHeadings, 'sku'],
          ['A', 'a', 1, 1],
        ]),
      ),
    ).rejects.toThrow('The first row of “Products” has the column SKU more than once.')
  })

  it('with merged headings', async () => {
    const sheet = sheetOf([uploadHeadings, ['A', 'a', 1, 1]])
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
    await expect(readXlsx(buildSheets({ Products: sheet }))).rejects.toThrow(
      'The first row of “Products” has merged cells.',
    )
  })

  it('of ten sheets that has the headings nowhere, or in two of them', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `S${index + 1}`)
    const sheets = Object.fromEntries(names.map((name) => [name, sheetOf([['Notes'], ['x']])]))
    await expect(readXlsx(buildSheets(sheets))).rejects.toThrow(
      /^None of the sheets “S1”, “S2”, .* and “S10” has the columns SKU,/,
    )
    const stock = sheetOf([uploadHeadings, ['A', 'a', 1, 1]])
    await expect(readXlsx(buildSheets({ ...sheets, S2: stock, S7: stock }))).rejects.toThrow(
      'Several sheets have upload columns: “S2” and “S7”.',
    )
  })

  it('that is empty, or has no rows', async () => {
    await expect(readXlsx(buildWorkbook([[]]))).rejects.toThrow('The workbook is empty.')
    await expect(readXlsx(buildWorkbook([uploadHeadings, [], ['  ']]))).rejects.toThrow(
      'The sheet “Products” has headings but no rows.',
    )
  })

  it('with too many columns', async () => {
    const headings = [...uploadHeadings, ...Array.from({ length: 95 }, (_, index) => `More ${index}`)]
    await expect(readXlsx(buildWorkbook([headings, ['A', 'a', 1, 1]]))).rejects.toThrow(
      'has 101 columns; the limit is 100.',
    )
  })
})
