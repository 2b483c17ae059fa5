import { CFB } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { memoryGrowth } from '#server/testing/memory.ts'
import { buildBomb, buildFromXml, buildWorkbook, partsOf, uploadHeadings, zipOf } from '#server/testing/workbooks.ts'
import { fileKind } from './file-kind.ts'
import { runReader, readWorkbook } from './read-workbook.ts'
import { checkWorkbook } from './workbook-reader.ts'

const good = buildWorkbook([uploadHeadings, ['A-1', 'Bottle', 12.5, 5]])
const readXlsx = (bytes: Buffer) => readWorkbook({ name: 'products.xlsx', bytes })
/** In this thread, since starting another takes longer than reading a small file. */
const readHere = async (bytes: Buffer) => checkWorkbook({ kind: fileKind(bytes), bytes })

it.each(['products.txt', 'products', 'products.xlsx.exe', 'xlsx', 'products.xlsm'])(
  'asks for an Excel file when given %s',
  async (name) => {
    await expect(readWorkbook({ name, bytes: good })).rejects.toThrow('Please select an Excel file (.xlsx or .xls)')
  },
)

it.each<[string, string | Buffer]>([
  ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
  ['plain text, such as CSV', 'SKU,Title,Price,Quantity\r\nA,a,1,1'],
  ['a web page (HTML)', '\uFEFF \n<html><table><tr><td>SKU</td></tr></table>'],
  ['an XML file', '<?xml version="1.0"?><Workbook/>'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d])],
  ['an Excel 4 file', Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00])],
  ['another type of file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00])],
])('recognizes a file that is %s', async (kind, content) => {
  await expect(readXlsx(Buffer.from(content as string))).rejects.toThrow(
    `The file is ${kind}, not an Excel workbook. Open it in Excel and save it as .xlsx.`,
  )
})

it('resolves no entity of its XML, whether it names a file or a text (XXE)', async () => {
  const row = (values: readonly string[], at: number) =>
    `<row r="${at + 1}">${values.map((value) => `<c t="str"><v>${value}</v></c>`).join('')}</row>`
  const rows = [uploadHeadings, ['A-1', '&file;', '12.5', '5'], ['A-2', '&text;', '12.5', '5']].map(row)
  const entities = `<!ENTITY file SYSTEM "${import.meta.url}"><!ENTITY text "resolved">`
  const sheet = `<?xml version="1.0"?><!DOCTYPE worksheet [${entities}]><worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  const parts = partsOf(good)
  const name = Object.keys(parts).find((part) => part.startsWith('xl/worksheets/')) ?? ''
  const read = JSON.stringify(await readHere(await zipOf({ ...parts, [name]: sheet })))
  expect(read).toMatch(/A-1.*&file;.*A-2.*&text;/)
})

it('rejects an empty file', async () => {
  await expect(readXlsx(Buffer.alloc(0))).rejects.toThrow('The file is empty.')
})

describe('refuses', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a zip file without a workbook', () => zipOf({ 'notes.txt': 'x' }), 'contains no Excel workbook'],
    ['an empty zip file', () => zipOf({}), 'contains no Excel workbook'],
    [
      'a Word document',
      () => zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
      'contains no Excel',
    ],
    ['a file cut short', () => good.subarray(0, good.length - 100), 'The file is damaged'],
    ['a file with changed bytes', () => withNoise(good), 'The file is damaged'],
    ['the signature alone', () => good.subarray(0, 4), 'The file is damaged'],
    ['a workbook with a password', () => lockedWorkbook(), 'password-protected'],
    ['a packed file with a password', () => withPasswordFlag(good), 'password-protected'],
    ['an old file that holds no workbook', () => compoundFile({ WordDocument: 'x' }), 'contains no Excel workbook'],
    ['a row beyond the last one of Excel', () => rowFarAway(), 'The file is damaged'],
  ])('%s', async (_name, build, sentence) => {
    await expect(readHere(await build())).rejects.toThrow(sentence)
  })
})

describe('refuses at almost no cost', () => {
  it.each<[string, () => Promise<Buffer>, string, ((bytes: Buffer) => Promise<unknown>)?]>([
    ['3 GB that come out of 3 MB', () => buildBomb(3 * 1024), 'too large to read once unpacked'],
    ['the same where it is not admitted', () => buildBomb(3 * 1024, 1_000), 'The file is damaged'],
    ['tags without end', () => oneRow('<c>'.repeat(marksTooMany)), 'too large to read once unpacked'],
    [
      'escapes without end',
      () => oneRow(`<c t="str"><v>${'&lt;'.repeat(marksTooMany)}</v></c>`),
      'too large to read once unpacked',
    ],
    ['one text of 2 MB', () => oneRow(`<c t="str"><v>${'x'.repeat(2 * 1024 * 1024)}</v></c>`), 'damaged'],
    // In a thread, which has a time limit: in this one, a parser that follows the link would block the test run.
    [
      'a link over every cell',
      () => buildFromXml(`<sheetData/>${linkOverEveryCell}`),
      'The workbook is empty',
      readXlsx,
    ],
    ['thousands of parts', () => zipOf({ ...partsOf(good), ...manyParts }), 'too large to read once unpacked'],
  ])('%s', { timeout: 60_000 }, async (_name, build, sentence, reader = readHere) => {
    const bytes = await build()
    expect(bytes.length).toBeLessThan(4 * 1024 * 1024)
    const growth = await memoryGrowth(() => expect(reader(bytes)).rejects.toThrow(sentence))
    expect(growth).toBeLessThan(200)
  })
})

it('terminates a reader thread beyond its memory or time limit, and reads the next file', async () => {
  const large = Array.from({ length: 30_000 }, (_, index) => row([index, 'x', 1, 1]))
  const xml = `<sheetData>${row(uploadHeadings)}${large.join('')}</sheetData>`
  const input = { kind: 'zip' as const, bytes: await buildFromXml(xml) }
  await expect(runReader(input, { megabytes: 16, milliseconds: 60_000 })).rejects.toThrow(
    'too large to read once unpacked',
  )
  await expect(runReader(input, { megabytes: 512, milliseconds: 1 })).rejects.toThrow('takes too long to read')
  expect(await readXlsx(good)).toMatchObject({ good: 1 })
}, 60_000)

/** A large sheet is written as XML by hand: the library that writes the others takes seconds for it. */
const row = (cells: (string | number)[]) =>
  `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="str"><v>${cell}</v></c>`)).join('')}</row>`

/** One tag or escaped character more than the limit. */
const marksTooMany = 10_000_001
const oneRow = (cells: string) => buildFromXml(`<sheetData><row r="1">${cells}</row></sheetData>`)
const linkOverEveryCell = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>'
const manyParts = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`x${index}.xml`, '<x/>']))

function withPasswordFlag(zip: Buffer): Buffer {
  const flagged = Buffer.from(zip)
  const entry = flagged.subarray(flagged.indexOf('PK\x01\x02'))
  entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)
  return flagged
}

function withNoise(zip: Buffer): Buffer {
  const noisy = Buffer.from(zip)
  const sheet = noisy.indexOf('xl/worksheets/sheet1.xml')
  noisy.fill(0xa5, sheet + 60, sheet + 90)
  return noisy
}

const lockedWorkbook = () => compoundFile({ EncryptionInfo: '\x04\x00\x04\x00\x40\x00\x00\x00', EncryptedPackage: 'x' })

function compoundFile(streams: Record<string, string>): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, Buffer.from(content, 'latin1'))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const rowFarAway = () =>
  buildFromXml('<sheetData><row r="4294967290"><c r="A4294967290"><v>1</v></c></row></sheetData>')
