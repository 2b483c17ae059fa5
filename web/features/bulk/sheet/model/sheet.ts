import { t } from '#contract/i18n.ts'
import { toMoney } from '#contract/money.ts'
import { parseNumber, withDecimalMark } from '#contract/parse-number.ts'
import { riskOf, riskTexts } from '#contract/risky-values.ts'
import {
  amazonOverwrites,
  cannotRename,
  sheetCells,
  sheetLabels,
  type SheetColumn,
  type SheetRow,
} from '#contract/sheet.ts'

/** Texts of the cells that differ from the saved row. */
export type RowEdits = Readonly<Partial<Record<SheetColumn, string>>>

export type RowProblems = Readonly<Partial<Record<SheetColumn, string>>>

/** The server's error about exactly this text; void once the cell's text changes. */
export type RowServerErrors = Readonly<Partial<Record<SheetColumn, { text: string; message: string }>>>

/** Saved rows and, kept apart from them, the edits and everything known about them. */
export type Sheet = {
  rows: readonly SheetRow[]
  /** Row index by row id. Rows are only appended, so all versions of a sheet share this map. */
  rowIndexes: Map<string, number>
  edits: ReadonlyMap<string, RowEdits>
  problems: ReadonlyMap<string, RowProblems>
  duplicates: ReadonlyMap<string, string>
  serverErrors: ReadonlyMap<string, RowServerErrors>
  /** Rows that somebody else changed meanwhile, in their current version. */
  conflicts: ReadonlyMap<string, SheetRow>
}

export function emptySheet(): Sheet {
  return {
    rows: [],
    rowIndexes: new Map(),
    edits: new Map(),
    problems: new Map(),
    duplicates: new Map(),
    serverErrors: new Map(),
    conflicts: new Map(),
  }
}

export const noEdits: RowEdits = {}

export function rowOf(sheet: Sheet, id: string): SheetRow | undefined {
  const index = sheet.rowIndexes.get(id)
  return index === undefined ? undefined : sheet.rows[index]
}

export function textIn(sheet: Sheet, row: SheetRow, column: SheetColumn): string {
  return sheet.edits.get(row.id)?.[column] ?? savedText(row, column)
}

/** Skips known rows: paging is by SKU, so a row renamed during loading may come twice. */
export function appendRows(sheet: Sheet, page: readonly SheetRow[]): Sheet {
  const fresh = page.filter(({ id }) => !sheet.rowIndexes.has(id))
  for (const [index, { id }] of fresh.entries()) sheet.rowIndexes.set(id, sheet.rows.length + index)
  return { ...sheet, rows: [...sheet.rows, ...fresh] }
}

export function replaceRows(sheet: Sheet, changed: readonly SheetRow[]): Sheet {
  const rows = [...sheet.rows]
  for (const row of changed) {
    const index = sheet.rowIndexes.get(row.id)
    if (index !== undefined) rows[index] = row
  }
  return { ...sheet, rows }
}

type CellValue = string | number | null

/** The text that a cell shows, copies and opens in the editor. */
export function cellText(column: SheetColumn, value: CellValue): string {
  if (value === null) return ''
  return column === 'price' ? withDecimalMark(toMoney(Number(value))) : String(value)
}

export const savedText = (row: SheetRow, column: SheetColumn): string => cellText(column, row[column])

type ParsedCell = { value: CellValue } | { problem: string }

/** Parses a typed or pasted text by its column's schema. */
export function parseCell(column: SheetColumn, text: string): ParsedCell {
  const trimmed = text.trim()
  switch (column) {
    case 'price':
      return trimmed ? validateNumber(sheetCells.price, sheetLabels.price, trimmed) : { value: null }
    case 'quantity':
      return trimmed
        ? validateNumber(sheetCells.quantity, sheetLabels.quantity, trimmed)
        : { problem: t('Quantity is required') }
    case 'sku':
    case 'title':
    case 'asin':
    case 'category':
      return validateCell(sheetCells[column], trimmed)
  }
}

type CellSchema = (typeof sheetCells)[SheetColumn]

function validateCell(schema: CellSchema, value: CellValue): ParsedCell {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : { problem: result.error.issues[0]?.message ?? t('Invalid value') }
}

function validateNumber(schema: CellSchema, label: string, text: string): ParsedCell {
  const reading = parseNumber(label, text)
  return 'reason' in reading ? { problem: reading.reason } : validateCell(schema, reading.value)
}

export const lockedNotice = `${cannotRename}.`

export const isLocked = (row: SheetRow, column: SheetColumn): boolean => column === 'sku' && row.isKnownToAmazon

export const isOverwritten = (row: SheetRow, column: SheetColumn): boolean =>
  column === 'quantity' && row.stockHolder === 'amazon'

/** Why an edited value has to be confirmed when it is saved. */
export function riskAt(row: SheetRow, column: SheetColumn, edit: string | undefined): string | undefined {
  if (edit === undefined || (column !== 'price' && column !== 'quantity')) return undefined
  const reading = parseCell(column, edit)
  if ('problem' in reading || typeof reading.value !== 'number') return undefined
  const reason = riskOf(column, row[column], reading.value)
  return reason === null ? undefined : riskTexts[reason]
}

/** Warning shown for a cell before it is edited. */
export function warningAt(row: SheetRow, column: SheetColumn): string | undefined {
  if (isLocked(row, column)) return lockedNotice
  return isOverwritten(row, column) ? amazonOverwrites : undefined
}
