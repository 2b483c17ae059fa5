import { uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { type SheetColumn, sheetLabels } from '#contract/sheet.ts'
import { type Cell, columnOf, isBlank, requiredColumns } from './check-cell.ts'
import type { Sheet } from './parse-workbook.ts'

/** A sheet with its heading row: the index of each column, and the headings that are ignored. */
export type HeadedSheet = {
  name: string
  rows: Sheet['rows']
  headingRow: number
  columns: Map<SheetColumn, number>
  ignoredColumns: string[]
  hasDecimalComma?: boolean
}

type Candidate = HeadedSheet & { missing: SheetColumn[]; doubled: SheetColumn[]; isMerged: boolean; width: number }

/**
 * Finds the only sheet whose first non-blank row has the headings. A sheet with all required columns is preferred to one that has only
 * the SKU and something to change. Throws with a reason if there is none or several.
 */
export function findSheet(sheets: readonly Sheet[]): HeadedSheet {
  const candidates = sheets.flatMap(readHeading)
  const [nearest, second] = candidates.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (!nearest) throw new AppError('invalid', 'The workbook is empty.')
  if (second && changesSkus(second) && rankOf(second) === rankOf(nearest)) {
    throw severalSheets(candidates.filter((sheet) => rankOf(sheet) === rankOf(nearest)))
  }
  if (nearest.columns.size === 0 && second) throw noSheet(candidates)
  assertHeading(nearest)
  return nearest
}

/** Whether the sheet has the SKU and a column to change. */
const changesSkus = ({ columns }: Candidate) => columns.has('sku') && columns.size > 1

/** 0 with all required columns, 1 with some; the others by how many they lack. */
function rankOf(sheet: Candidate): number {
  if (sheet.missing.length === 0) return 0
  return changesSkus(sheet) ? 1 : 1 + sheet.missing.length
}

function readHeading({ name, rows, merges, hasDecimalComma = false }: Sheet): Candidate[] {
  const headingRow = rows.findIndex((row) => row?.some((cell) => !isBlank(cell)))
  const columns = new Map<SheetColumn, number>()
  const doubled: SheetColumn[] = []
  const ignored = new Set<string>()
  let width = 0
  rows[headingRow]?.forEach((cell, index) => {
    if (isBlank(cell)) return
    width += 1
    const heading = headingText(cell)
    const column = columnOf(heading)
    if (!column) ignored.add(displayName(heading))
    else if (columns.has(column)) doubled.push(column)
    else columns.set(column, index)
  })
  if (headingRow === -1) return []
  return [
    {
      name: displayName(name),
      rows,
      headingRow,
      columns,
      doubled,
      width,
      ignoredColumns: [...ignored],
      hasDecimalComma,
      missing: [...requiredColumns].filter((column) => !columns.has(column)),
      isMerged: merges.some(({ s, e }) => s.r <= headingRow && headingRow <= e.r),
    },
  ]
}

function assertHeading(sheet: Candidate): void {
  const { name, missing, doubled, isMerged, width } = sheet
  const headingError = (what: string) => new AppError('invalid', `The first row of “${name}” ${what}`)
  if (isMerged) throw headingError('has merged cells. Give each column its own heading.')
  if (!changesSkus(sheet)) throw headingError(`is missing ${columnList(missing)}.`)
  if (doubled.length > 0) throw headingError(`has ${columnList([...new Set(doubled)])} more than once.`)
  if (width > uploadLimits.columns) throw headingError(`has ${width} columns; the limit is ${uploadLimits.columns}.`)
}

const severalSheets = (sheets: Candidate[]) =>
  new AppError(
    'invalid',
    `Several sheets have upload columns: ${sheetList(sheets)}. Keep only one of them in the file.`,
  )

const noSheet = (sheets: Candidate[]) =>
  new AppError(
    'invalid',
    `None of the sheets ${sheetList(sheets)} has ${columnList([...requiredColumns])} in its first row.`,
  )

const columnList = (columns: readonly SheetColumn[]) =>
  `the column${columns.length === 1 ? '' : 's'} ${listOf(columns.map((column) => sheetLabels[column]))}`

const mostNamed = 10

const sheetList = (sheets: Candidate[]) => {
  const names = sheets.slice(0, mostNamed).map(({ name }) => `“${name}”`)
  return listOf(sheets.length > mostNamed ? [...names, `${sheets.length - mostNamed} more`] : names)
}

/** Joins names with commas and “and”. */
const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)

const headingText = (cell: Cell) => String(cell.v).trim().replaceAll(/\s+/g, ' ')

/** A name from the file without control characters and at most 100 characters long, safe to show and store. */
const displayName = (text: string) =>
  text
    .slice(0, 100)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
