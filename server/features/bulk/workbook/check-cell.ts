import type { CellObject } from '@e965/xlsx'
import type { z } from 'zod'
import { uploadColumns } from '#contract/bulk.ts'
import { parseNumber } from '#contract/parse-number.ts'
import { sheetCells, type SheetColumn, sheetColumns, sheetLabels } from '#contract/sheet.ts'

type Value<C extends SheetColumn> = z.output<(typeof sheetCells)[C]>

export type CheckedCell<C extends SheetColumn> = { value: Value<C> | null } | { reason: string }

/** How a file writes numbers; see `parseNumber`. */
export type NumberStyle = { hasDecimalComma?: boolean }

/** Validates a cell by the rules of the bulk sheet. An empty cell is null, unless its column is required. */
export function checkCell<C extends SheetColumn>(
  column: C,
  cell: Cell | undefined,
  style: NumberStyle = {},
): CheckedCell<C> {
  if (!cell) return requiredColumns.has(column) ? { reason: `${sheetLabels[column]} is required` } : { value: null }
  const reading = readCell(column, cell, style)
  if ('reason' in reading) return reading
  const parsed = sheetCells[column].safeParse(reading.value)
  if (parsed.success) return { value: parsed.data as Value<C> }
  return { reason: parsed.error.issues[0]?.message ?? `${sheetLabels[column]} can’t be read` }
}

/** A cell as the parser returns it: value, type, format and formula. */
export type Cell = Pick<CellObject, 't' | 'v' | 'f' | 'F' | 'z'>

type CellReading = { value: string | number } | { reason: string }

export const isBlank = (cell: Cell | undefined): boolean =>
  !cell || (!isFormula(cell) && (cell.v === undefined || (typeof cell.v === 'string' && cell.v.trim() === '')))

const isFormula = (cell: Cell) => cell.f !== undefined || cell.F !== undefined

const numberColumns: ReadonlySet<SheetColumn> = new Set(['price', 'quantity'])

/** Excel stores 15 significant digits: a longer numeric code is no longer the one that was typed. */
const excelDigits = 15

const longestNumber = 10 ** excelDigits

/** The value of a cell as the type of its column, before the column's own rules. */
function readCell(column: SheetColumn, cell: Cell, style: NumberStyle): CellReading {
  const label = sheetLabels[column]
  if (!numberColumns.has(column)) return readText(label, cell)
  const reason = obstacleToReading(label, cell)
  if (reason !== null) return { reason }
  const { v: value } = cell
  if (typeof value === 'string') return parseNumber(label, value, style)
  return typeof value === 'number' ? asNumber(label, value, cell.z) : { reason: `${label} can’t be read` }
}

/** The value of a cell of a text column. */
export function readText(label: string, cell: Cell): { value: string } | { reason: string } {
  const reason = obstacleToReading(label, cell)
  if (reason !== null) return { reason }
  const { v: value } = cell
  if (typeof value === 'string') return { value }
  return typeof value === 'number' ? asText(label, value, cell.z) : { reason: `${label} can’t be read` }
}

function obstacleToReading(label: string, cell: Cell): string | null {
  if (isFormula(cell)) return `${label} contains a formula: paste it as a value`
  if (cell.t === 'd') return `${label} contains a date`
  if (cell.t === 'b') return `${label} contains TRUE or FALSE`
  return cell.t === 'e' ? `${label} contains an Excel error` : null
}

function asNumber(label: string, value: number, format: Cell['z']): CellReading {
  if (String(format).includes('%')) return { reason: `${label} contains a percentage` }
  return { value: Object.is(value, -0) ? value : asShown(value) }
}

/** A number in a text column, such as a SKU 1001. A format such as 000000 makes the leading zeros part of the text. */
function asText(label: string, value: number, format: Cell['z']): { value: string } | { reason: string } {
  const text = String(asShown(value))
  if (Math.abs(value) >= longestNumber || /[^\d.-]/.test(text)) {
    return { reason: `${label} is a number Excel can’t store exactly: format the cell as text` }
  }
  const zeros = /^0{2,}$/.exec(String(format))?.[0].length ?? 0
  return { value: Number.isInteger(value) && value >= 0 ? text.padStart(zeros, '0') : text }
}

const asShown = (value: number) => Number(value.toPrecision(excelDigits))

const requiredLabels = new Set<string>(uploadColumns.filter(({ isRequired }) => isRequired).map(({ name }) => name))

export const requiredColumns = new Set(sheetColumns.filter((column) => requiredLabels.has(sheetLabels[column])))

const columnsByHeading = new Map(sheetColumns.map((column) => [sheetLabels[column].toLowerCase(), column]))

/** The column of a heading, case-insensitive. */
export const columnOf = (heading: string): SheetColumn | undefined => columnsByHeading.get(heading.toLowerCase())
