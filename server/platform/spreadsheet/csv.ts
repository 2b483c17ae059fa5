import { numberIn, type Batches, type CellValue, type Column } from './table.ts'

/** Excel takes a file for UTF-8 only when it begins with this. */
const byteOrderMark = '\uFEFF'

/** What a spreadsheet would run as a formula, full-width signs included; some trim the text before they look. */
const runsAsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/
const needsQuotes = /[",\r\n]|^\s|\s$/

/** RFC 4180. A text that a spreadsheet could run is made harmless by an apostrophe. */
export async function* csvContent(columns: readonly Column[], rows: Batches): AsyncGenerator<string> {
  yield byteOrderMark + line(columns.map(({ heading }) => text(heading)))
  for await (const batch of rows) {
    yield batch.map((row) => line(row.map((value, index) => field(value, columns[index]?.kind ?? 'text')))).join('')
  }
}

function field(value: CellValue, kind: Column['kind']): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return numberIn(value, kind) ?? text(String(value))
}

function text(value: string): string {
  const harmless = runsAsFormula.test(value) ? `'${value}` : value
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (fields: string[]) => `${fields.join(',')}\r\n`
