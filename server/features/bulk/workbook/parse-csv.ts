import type { Cell } from './check-cell.ts'
import { notText } from './file-kind.ts'
import type { Sheet } from './parse-workbook.ts'

type Separator = ',' | ';' | '\t'

/**
 * A file of separated values as a sheet. Every value stays the text that stands in the file: a tracking number is no number. Excel of
 * countries that write 12,50 separates by semicolons; only in such files (and in tab-separated ones) is a comma taken for the decimal
 * point.
 */
export function parseCsv(name: string, bytes: Buffer): Sheet {
  const text = decode(bytes)
  if (text.includes('\0')) throw notText()
  const named = /^sep=([,;\t])[^\S\r\n]*(?:\r?\n|$)/i.exec(text)
  const content = named ? text.slice(named[0].length) : text
  const separator = (named?.[1] as Separator | undefined) ?? findSeparator(content)
  const rows = readRows(content, separator)
  // Excel does not show the line `sep=` as a row, but counts it.
  return { name, rows: named ? [[], ...rows] : rows, merges: [], hasDecimalComma: separator !== ',' }
}

/** Excel saves CSV in UTF-8, in UTF-16 or in the code page of Windows. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The sign that separates most values of the first line that has any, outside quotes. */
function findSeparator(text: string): Separator {
  const firstLine = /[^\s,;][^\r\n]*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const separators: Separator[] = [',', ';', '\t']
  const countOf = (separator: Separator) => firstLine.split(separator).length
  return separators.reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

function readRows(text: string, separator: Separator): Cell[][] {
  const rows: Cell[][] = []
  let row: Cell[] = []
  const value = new RegExp(`"((?:[^"]|"")*)"([^${separator}\\r\\n]*)|[^${separator}\\r\\n]*`, 'y')
  for (let at = 0; at <= text.length;) {
    value.lastIndex = at
    const [found = '', quoted, rest = ''] = value.exec(text) ?? []
    row.push({ t: 's', v: withoutGuard(quoted === undefined ? found : quoted.replaceAll('""', '"') + rest) })
    at += found.length
    if (text[at] !== separator) {
      rows.push(row)
      row = []
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    }
    at += 1
  }
  return rows
}

/** Our exports put an apostrophe before texts that a spreadsheet would run as a formula (`spreadsheet/csv.ts`). */
const withoutGuard = (value: string): string => (/^'[\t\s]*[=+\-@]/.test(value) ? value.slice(1) : value)
