import { constants, deflateRawSync } from 'node:zlib'
import { read, utils, write, type BookType, type WorkSheet } from '@e965/xlsx'
import { ZipFile } from 'yazl'

type CellInput = string | number | boolean | Date | null

/** An Excel file with one sheet, its headings in the first row. */
export function buildWorkbook(rows: CellInput[][], options: { bookType?: BookType } = {}): Buffer {
  return buildSheets({ Products: utils.aoa_to_sheet(rows) }, options)
}

export function buildSheets(sheets: Record<string, WorkSheet>, { bookType = 'xlsx' }: { bookType?: BookType } = {}) {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer
}

export const sheetOf = (rows: CellInput[][]): WorkSheet => utils.aoa_to_sheet(rows)

export const uploadHeadings = ['SKU', 'Title', 'Price', 'Quantity', 'ASIN', 'Category']

/** A multipart form with one file, as browsers send it. */
export function multipartOf(bytes: Buffer, fileName = 'products.xlsx', field = 'file') {
  const boundary = 'lockstep-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** A workbook whose sheet is the given XML, for content that no library writes. */
export function buildFromXml(sheetXml: string): Promise<Buffer> {
  return zipOf({ ...partsOf(buildWorkbook([['']])), 'xl/worksheets/sheet1.xml': worksheet(sheetXml) })
}

/** The XML parts of an .xlsx file by path. */
export function partsOf(bytes: Buffer): Record<string, string> {
  const { files } = read(bytes, { type: 'buffer', bookFiles: true }) as unknown as {
    files: Record<string, { content?: Buffer }>
  }
  const parts = Object.entries(files).filter(([path]) => /\.(?:xml|rels)$/.test(path))
  return Object.fromEntries(parts.map(([path, { content }]) => [path, String(content)]))
}

const worksheet = (inner: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inner}</worksheet>`

export function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return bytesOf(zip.outputStream)
}

/** A zip bomb: a workbook with an extra part that inflates to this many megabytes. `says` is the declared size. */
export async function buildBomb(megabytes: number, says = megabytes * megabyte): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(partsOf(buildWorkbook([['']]))))
    zip.addBuffer(Buffer.from(content), path)
  const packed = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH })
  const emptyLastBlock = Buffer.from([0x03, 0x00])
  const content = Buffer.concat([...Array.from({ length: megabytes }, () => packed), emptyLastBlock])
  zip.addBuffer(content, 'xl/worksheets/sheet2.xml', { compress: false })
  zip.end()
  const file = await bytesOf(zip.outputStream)
  const entry = file.subarray(file.lastIndexOf('PK\x01\x02'))
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt32LE(says, 24)
  return file
}

const megabyte = 1024 * 1024
const deflated = 8

export async function bytesOf(content: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The sheets of a workbook as rows, read by another library. */
export function readBack(bytes: Buffer): Record<string, unknown[][]> {
  const { SheetNames, Sheets } = read(bytes, { type: 'buffer' })
  return Object.fromEntries(
    SheetNames.map((name) => [name, utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, defval: null })]),
  )
}
