import { uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
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
  if (!nearest) throw new AppError('invalid', say('The workbook is empty.'))
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
  const headingError = (sentence: Message) => new AppError('invalid', sentence)
  if (isMerged)
    throw headingError(say('The first row of “{name}” has merged cells. Give each column its own heading.', { name }))
  if (!changesSkus(sheet))
    throw headingError(
      say('The first row of “{name}” is missing {count, plural, one {the column} other {the columns}} {columns}.', {
        name,
        count: missing.length,
        columns: columnList(missing),
      }),
    )
  if (doubled.length > 0) {
    const columns = [...new Set(doubled)]
    throw headingError(
      say(
        'The first row of “{name}” has {count, plural, one {the column} other {the columns}} {columns} more than once.',
        {
          name,
          count: columns.length,
          columns: columnList(columns),
        },
      ),
    )
  }
  if (width > uploadLimits.columns)
    throw headingError(
      say('The first row of “{name}” has {width} columns; the limit is {limit}.', {
        name,
        width,
        limit: uploadLimits.columns,
      }),
    )
}

const severalSheets = (sheets: Candidate[]) =>
  new AppError(
    'invalid',
    say('Several sheets have upload columns: {sheets}. Keep only one of them in the file.', {
      sheets: sheetList(sheets),
    }),
  )

const noSheet = (sheets: Candidate[]) =>
  new AppError(
    'invalid',
    say('None of the sheets {sheets} has the columns {columns} in its first row.', {
      sheets: sheetList(sheets),
      columns: columnList([...requiredColumns]),
    }),
  )

/** As a file must name them, in English. */
const columnList = (columns: readonly SheetColumn[]) => listOf(columns.map((column) => sheetLabels[column]))

const mostNamed = 10

const sheetList = (sheets: Candidate[]) => {
  const names = sheets.slice(0, mostNamed).map(({ name }) => say('“{name}”', { name }))
  const more = sheets.length - mostNamed
  return listOf(more > 0 ? [...names, say('{more} more', { more })] : names)
}

/** Joins names with commas and “and”. */
function listOf(names: readonly (string | Message)[]): string | Message {
  const others = names.slice(0, -1)
  const last = names.at(-1) ?? ''
  if (others.length === 0) return last
  return say('{names} and {last}', {
    names: others.reduce((list, name) => say('{list}, {name}', { list, name })),
    last,
  })
}

const headingText = (cell: Cell) => String(cell.v).trim().replaceAll(/\s+/g, ' ')

/** A name from the file without control characters and at most 100 characters long, safe to show and store. */
const displayName = (text: string) =>
  text
    .slice(0, 100)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
