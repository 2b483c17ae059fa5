import type { Cursor } from './cursor.ts'
import { numberIn, type CellValue, type Column } from './table.ts'
import { cellText, xmlHeader } from './xml.ts'

const sheetHead = `${xmlHeader}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
const sheetFoot = '</sheetData></worksheet>'
const boldStyle = ' s="1"'

/** One sheet, written while its rows are read. It stops when the sheet is full; the cursor then still has the rest. */
export async function* sheetXml(
  columns: readonly Column[],
  cursor: Cursor,
  rowsPerSheet: number,
): AsyncGenerator<string> {
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

/** An inline text is never taken for a formula, whatever it begins with. */
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
