import { toMoney } from '#contract/money.ts'
import { parseNumber } from '#contract/parse-number.ts'
import { amazonOverwrites, cannotRename, sheetCells, type SheetColumn, type SheetRow } from '#contract/sheet.ts'

/** The texts that differ from what is saved. */
export type RowEdits = Readonly<Partial<Record<SheetColumn, string>>>

export type RowProblems = Readonly<Partial<Record<SheetColumn, string>>>

/** The server's objection to this very text: it no longer applies once the cell says something else. */
export type RowRefusals = Readonly<Partial<Record<SheetColumn, { text: string; message: string }>>>

/** The rows as saved, and apart from them what was made of them here. */
export type Sheet = {
  rows: readonly SheetRow[]
  /** Row by id. Rows are only ever added at the end, so all versions of a sheet share it. */
  places: Map<string, number>
  edits: ReadonlyMap<string, RowEdits>
  problems: ReadonlyMap<string, RowProblems>
  duplicates: ReadonlyMap<string, string>
  refusals: ReadonlyMap<string, RowRefusals>
  /** Rows that somebody else changed in the meantime, as they are now. */
  conflicts: ReadonlyMap<string, SheetRow>
}

export function emptySheet(): Sheet {
  return {
    rows: [],
    places: new Map(),
    edits: new Map(),
    problems: new Map(),
    duplicates: new Map(),
    refusals: new Map(),
    conflicts: new Map(),
  }
}

export const noEdits: RowEdits = {}

export function rowOf(sheet: Sheet, id: string): SheetRow | undefined {
  const place = sheet.places.get(id)
  return place === undefined ? undefined : sheet.rows[place]
}

export function textIn(sheet: Sheet, row: SheetRow, column: SheetColumn): string {
  return sheet.edits.get(row.id)?.[column] ?? savedText(row, column)
}

/** Pages are cut by SKU: a row that is renamed while they load may come twice. */
export function appendRows(sheet: Sheet, page: readonly SheetRow[]): Sheet {
  const fresh = page.filter(({ id }) => !sheet.places.has(id))
  for (const [index, { id }] of fresh.entries()) sheet.places.set(id, sheet.rows.length + index)
  return { ...sheet, rows: [...sheet.rows, ...fresh] }
}

export function replaceRows(sheet: Sheet, changed: readonly SheetRow[]): Sheet {
  const rows = [...sheet.rows]
  for (const row of changed) {
    const place = sheet.places.get(row.id)
    if (place !== undefined) rows[place] = row
  }
  return { ...sheet, rows }
}

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

/** The same as a sentence of its own. */
export const lockedNotice = `${cannotRename}.`

export const isLocked = (row: SheetRow, column: SheetColumn): boolean => column === 'sku' && row.isKnownToAmazon

export const isOverwritten = (row: SheetRow, column: SheetColumn): boolean =>
  column === 'quantity' && row.stockHolder === 'amazon'

/** What to know before typing into a cell. */
export function warningAt(row: SheetRow, column: SheetColumn): string | undefined {
  if (isLocked(row, column)) return lockedNotice
  return isOverwritten(row, column) ? amazonOverwrites : undefined
}
