import { toMoney } from '#contract/money.ts'
import { readNumber } from '#contract/number-text.ts'
import { type SheetColumn, sheetCells, type SheetRow } from '#contract/sheet.ts'

export type CellValue = string | number | null

/** What a cell shows, copies and offers for editing. */
export function cellText(column: SheetColumn, value: CellValue): string {
  if (value === null) return ''
  return column === 'price' ? toMoney(Number(value)) : String(value)
}

export const savedText = (row: SheetRow, column: SheetColumn): string => cellText(column, row[column])

type CellReading = { value: CellValue } | { problem: string }

/** What a typed or pasted text means in a column, or why it means nothing. */
export function readCell(column: SheetColumn, text: string): CellReading {
  const given = text.trim()
  switch (column) {
    case 'price':
      return given ? checkNumber(sheetCells.price, 'Price', given) : { value: null }
    case 'quantity':
      return given ? checkNumber(sheetCells.quantity, 'Quantity', given) : { problem: 'Quantity is required' }
    case 'sku':
    case 'title':
    case 'asin':
    case 'category':
      return check(sheetCells[column], given)
  }
}

type CellSchema = (typeof sheetCells)[SheetColumn]

function check(schema: CellSchema, value: CellValue): CellReading {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : { problem: result.error.issues[0]?.message ?? 'This can’t be read' }
}

function checkNumber(schema: CellSchema, label: string, text: string): CellReading {
  const reading = readNumber(label, text)
  return 'reason' in reading ? { problem: reading.reason } : check(schema, reading.value)
}
