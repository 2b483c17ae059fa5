import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { escapeXml } from '../escape.ts'
import { type Batches, type CellValue, type Column, numberIn } from './table.ts'

export type SheetContent = { name: string; columns: readonly Column[]; rows: Batches }

/** Excel's limit of rows per sheet, heading included. */
const excelRows = 1_048_576

/** A fixed timestamp for every ZIP entry; Excel writes the same one. */
const partTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** An .xlsx file, zipped while its rows are read, with backpressure. It stops when the reader stops. */
export async function* workbookContent(
  sheets: readonly SheetContent[],
  rowsPerSheet = excelRows,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const leaving = new AbortController()
  const packing = packSheets(zip, sheets, rowsPerSheet, leaving.signal).catch((error: unknown) =>
    output.destroy(toError(error)),
  )
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    leaving.abort()
    await packing
  }
}

async function packSheets(
  zip: ZipFile,
  sheets: readonly SheetContent[],
  rowsPerSheet: number,
  signal: AbortSignal,
): Promise<void> {
  const names: string[] = []
  for (const { name, columns, rows } of sheets) {
    const cursor = openCursor(rows)
    try {
      for (let part = 1; part === 1 || !(await cursor.isAtEnd()); part += 1) {
        names.push(part === 1 ? name : `${name} (${part})`)
        const xml = Readable.from(sheetXml(columns, cursor, rowsPerSheet), { objectMode: false, signal })
        zip.addReadStream(xml, sheetPath(names.length), partTime)
        await finished(xml)
      }
    } finally {
      await cursor.close()
    }
  }
  for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml), path, partTime)
  zip.end()
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const sheetHead = `${xmlHeader}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

const sheetFoot = '</sheetData></worksheet>'

const boldStyle = ' s="1"'

/** The XML of one sheet, produced while its rows are read. It ends when the sheet is full; the cursor keeps the rest for the next one. */
async function* sheetXml(columns: readonly Column[], cursor: Cursor, rowsPerSheet: number): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const headings = columns.map(({ heading }, index) => textCellXml(`${letters[index]}1`, heading, boldStyle)).join('')
  yield `${sheetHead}${widths(columns)}<sheetData><row r="1">${headings}</row>`
  let last = 1
  while (last < rowsPerSheet) {
    const batch = await cursor.take(rowsPerSheet - last)
    if (!batch) break
    let xml = ''
    for (const row of batch) {
      last += 1
      xml += `<row r="${last}">`
      for (const [index, { kind }] of columns.entries()) {
        xml += cellXml(`${letters[index]}${last}`, row[index] ?? null, kind)
      }
      xml += '</row>'
    }
    yield xml
  }
  yield sheetFoot
}

function cellXml(place: string, value: CellValue, kind: Column['kind']): string {
  if (value === null || value === '') return ''
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  const number = numberIn(value, kind)
  if (number === null) return textCellXml(place, String(value))
  return number && `<c r="${place}"><v>${number}</v></c>`
}

/** Inline strings are never interpreted as formulas. */
const textCellXml = (place: string, value: string, style = '') =>
  `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${cellText(value)}</t></is></c>`

function widths(columns: readonly Column[]): string {
  const cols = columns.map(({ heading, kind, width = kind === 'number' ? 12 : 24 }, index) => {
    const wide = Math.max(width, heading.length + 3)
    return `<col min="${index + 1}" max="${index + 1}" width="${wide}" customWidth="1"/>`
  })
  return `<cols>${cols.join('')}</cols>`
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCodePoint(65 + (index % 26))
}

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const packageOf = (name: string) => `http://schemas.openxmlformats.org/package/2006/${name}`

const relation = (name: string) => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`

const partType = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`

const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** The parts of a workbook except its sheets: path and XML. */
function workbookParts(sheetNames: readonly string[]): [path: string, xml: string][] {
  return [
    ['[Content_Types].xml', contentTypes(sheetNames.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbookXml(sheetNames)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheetNames.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml],
  ]
}

function contentTypes(sheetCount: number): string {
  const part = (path: string, name: string) => `<Override PartName="/${path}" ContentType="${partType(name)}"/>`
  const sheets = Array.from({ length: sheetCount }, (_, index) => part(sheetPath(index + 1), 'worksheet'))
  return `${xmlHeader}<Types xmlns="${packageOf('content-types')}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets.join('')}</Types>`
}

function relations(targets: [name: string, target: string][]): string {
  const list = targets.map(
    ([name, target], index) => `<Relationship Id="rId${index + 1}" Type="${relation(name)}" Target="${target}"/>`,
  )
  return `${xmlHeader}<Relationships xmlns="${packageOf('relationships')}">${list.join('')}</Relationships>`
}

function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${cellText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${relation('').slice(0, -1)}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** Cell style 0 is plain, 1 is bold. Excel requires both fills. */
const stylesXml = `${xmlHeader}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

type Cursor = {
  /** Up to `most` rows; null at the end. */
  take(most: number): Promise<readonly (readonly CellValue[])[] | null>
  isAtEnd(): Promise<boolean>
  close(): Promise<void>
}

/** A position in batched rows, so that a sheet can continue where the previous one was full. */
function openCursor(rows: Batches): Cursor {
  const batches = rows[Symbol.asyncIterator]()
  let buffered: readonly (readonly CellValue[])[] = []
  let isOver = false

  async function isAtEnd(): Promise<boolean> {
    while (buffered.length === 0 && !isOver) {
      const step = await batches.next()
      isOver = step.done === true
      buffered = step.done ? [] : step.value
    }
    return buffered.length === 0
  }

  return {
    isAtEnd,
    async take(most) {
      if (await isAtEnd()) return null
      const rowsTaken = buffered.slice(0, most)
      buffered = buffered.slice(most)
      return rowsTaken
    },
    async close() {
      await batches.return?.()
    },
  }
}

/** Excel's limit of characters per cell. */
const maxCellText = 32_767

const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g

/** Escapes a cell's text. Excel decodes `_xHHHH_`, so the underscore of such texts is escaped. */
const cellText = (value: string): string =>
  escapeXml(value.slice(0, maxCellText).replace(looksEscaped, '_x005F_')).replaceAll('\r', '_x000D_')
