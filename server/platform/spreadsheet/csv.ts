import { numberIn, type Batches, type CellValue, type Column } from './table.ts'

/** Excel reads a file as UTF-8 only when it begins with a byte order mark. */
const byteOrderMark = '\uFEFF'

/** Formula injection: texts that a spreadsheet would run as a formula, full-width signs included; some programs trim first. */
const runsAsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/
const needsQuotes = /[",\r\n]|^\s|\s$/

/** CSV by RFC 4180. Texts that a spreadsheet could run as a formula get an apostrophe in front. */
export async function* csvContent(columns: readonly Column[], rows: Batches): AsyncGenerator<string> {
  yield byteOrderMark + toLine(columns.map(({ heading }) => textField(heading)))
  for await (const batch of rows) {
    yield batch.map((row) => toLine(row.map((value, index) => toField(value, columns[index]?.kind ?? 'text')))).join('')
  }
}

function toField(value: CellValue, kind: Column['kind']): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return numberIn(value, kind) ?? textField(String(value))
}

function textField(value: string): string {
  const harmless = runsAsFormula.test(value) ? `'${value}` : value
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const toLine = (fields: string[]) => `${fields.join(',')}\r\n`
