import { type ParsingOptions, type Range, read, set_cptable, type WorkSheet } from '@e965/xlsx'
import { ZipFile } from 'yazl'
import type { Cell } from './check-cell.ts'
import { damagedFile, noWorkbookInside, passwordProtected } from './file-kind.ts'
import type { WorkbookPart } from './unzip.ts'

/** Row and cell indexes are those of Excel, from 0; empty rows and cells are missing. */
export type Sheet = {
  name: string
  rows: (Cell[] | undefined)[]
  merges: Range[]
  /** Of text files that may write 12,50 for 12.50. */
  hasDecimalComma?: boolean
}

/** Formulas are reported but not calculated, dates are distinguished from numbers, and formats are kept. */
const parsingOptions: ParsingOptions = {
  type: 'buffer',
  dense: true,
  cellFormula: true,
  cellDates: true,
  cellNF: true,
  cellText: false,
  cellHTML: false,
}

const lastRowOfExcel = 1_048_576

/**
 * Repacks the parts for the parser, which would otherwise trust the sizes in the file's local headers and unpack more
 * than was checked.
 */
export async function parseParts(parts: readonly WorkbookPart[]): Promise<Sheet[]> {
  const zip = new ZipFile()
  for (const { path, bytes } of parts) zip.addBuffer(removeSlowMarkup(bytes), path, { compress: false })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return parseSheets(Buffer.concat(chunks))
}

/** Parses an .xls file (Excel 5 to 2003), whose texts may be in a legacy code page. */
export async function parseCompound(bytes: Buffer): Promise<Sheet[]> {
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  return parseSheets(bytes)
}

function parseSheets(bytes: Buffer): Sheet[] {
  const { SheetNames, Sheets } = readOrThrow(bytes)
  return SheetNames.flatMap((name) => {
    const sheet = Sheets[name]
    return sheet?.['!data'] ? [{ name, rows: rowsOf(sheet), merges: sheet['!merges'] ?? [] }] : []
  })
}

function readOrThrow(bytes: Buffer) {
  try {
    return read(bytes, parsingOptions)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password|encrypt/i.test(message)) throw passwordProtected()
    throw /find workbook/i.test(message) ? noWorkbookInside() : damagedFile()
  }
}

function rowsOf(sheet: WorkSheet): Sheet['rows'] {
  const rows: Sheet['rows'] = sheet['!data'] ?? []
  if (rows.length > lastRowOfExcel) throw damagedFile()
  return rows
}

const links = /<((?:\w+:)?)hyperlink\b/g

const arrayFormulas = /(<(?:\w+:)?f\b[^<>]*?\s)t=["']array["']/g

/**
 * Removes markup that makes the parser slow: it creates a cell for every position in the range of a link, and compares
 * every cell with every array formula. Formulas stay formulas.
 */
function removeSlowMarkup(xml: Buffer): Buffer {
  if (!xml.includes('hyperlink') && !xml.includes('array')) return xml
  const text = xml.toString('latin1').replace(links, '<$1link').replace(arrayFormulas, '$1t="normal"')
  return Buffer.from(text, 'latin1')
}
