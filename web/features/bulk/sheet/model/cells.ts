import { toMoney } from '#contract/money.ts'
import { parseNumber } from '#contract/parse-number.ts'
import { type SheetColumn, sheetCells, type SheetRow } from '#contract/sheet.ts'

export type CellValue = string | number | null

/** What a cell shows, copies and offers for editing. */
export function cellText(column: SheetColumn, value: CellValue): string {
  if (value === null) return ''
  return column === 'price' ? toMoney(Number(value)) : String(value)
}

export const savedText = (row: SheetRow, column: SheetColumn): string => cellText(column, row[column])

type ParsedCell = { value: CellValue } | { problem: string }

/** What a typed or pasted text means in a column, or why it means nothing. */
export function parseCell(column: SheetColumn, text: string): ParsedCell {
  const given = text.trim()
  switch (column) {
    case 'price':
      return given ? validateNumber(sheetCells.price, 'Price', given) : { value: null }
    case 'quantity':
      return given ? validateNumber(sheetCells.quantity, 'Quantity', given) : { problem: 'Quantity is required' }
    case 'sku':
    case 'title':
    case 'asin':
    case 'category':
      return validateCell(sheetCells[column], given)
  }
}

type CellSchema = (typeof sheetCells)[SheetColumn]

function validateCell(schema: CellSchema, value: CellValue): ParsedCell {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : { problem: result.error.issues[0]?.message ?? 'This can’t be read' }
}

function validateNumber(schema: CellSchema, label: string, text: string): ParsedCell {
  const reading = parseNumber(label, text)
  return 'reason' in reading ? { problem: reading.reason } : validateCell(schema, reading.value)
}
