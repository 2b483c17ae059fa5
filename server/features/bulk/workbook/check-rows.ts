import { type BulkError, uploadLimits } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { type Money, toMoney } from '#contract/money.ts'
import { type SheetColumn, sheetLabels } from '#contract/sheet.ts'
import { type Cell, checkCell, type CheckedCell, isBlank } from './check-cell.ts'
import type { HeadedSheet } from './find-sheet.ts'

/** A valid row of the file. Null leaves the current value: of columns that the file lacks, and of an empty ASIN or category. */
export type UploadRow = {
  row: number
  sku: string
  title: string | null
  price: Money | null
  quantity: number | null
  asin: string | null
  category: string | null
}

/**
 * The result of reading a file. `chunks` are JSON texts of `UploadRow[]`, serialized in the worker thread and passed to
 * PostgreSQL as they are. `processed` counts the non-empty rows; `timings` are milliseconds.
 */
export type CheckedWorkbook = {
  sheetName: string
  ignoredColumns: string[]
  processed: number
  good: number
  chunks: string[]
  errors: BulkError[]
  timings: { scan: number; parse: number; check: number }
}

const rowsPerChunk = 5_000

/** Beyond this number of errors only the first error of each row is kept, so that every bad row is still listed. */
const manyErrors = 100_000

/** Checks the rows of a sheet. Valid rows are returned in chunks of JSON, the others as errors per cell. */
export function checkRows(sheet: HeadedSheet): Pick<CheckedWorkbook, 'processed' | 'good' | 'chunks' | 'errors'> {
  const rows = filledRows(sheet)
  const repeats = findRepeats(skusOf(rows))
  const errors: BulkError[] = []
  const chunks: string[] = []
  let waiting: UploadRow[] = []
  let good = 0
  for (const row of rows) {
    const checked = checkRow(sheet, row, repeats.get(row.number))
    if ('errors' in checked) {
      errors.push(...(errors.length < manyErrors ? checked.errors : checked.errors.slice(0, 1)))
      continue
    }
    good += 1
    waiting.push(checked.row)
    if (waiting.length === rowsPerChunk) {
      chunks.push(JSON.stringify(waiting))
      waiting = []
    }
  }
  if (waiting.length > 0) chunks.push(JSON.stringify(waiting))
  return { processed: rows.length, good, chunks, errors }
}

/** Rows with a value in a known column, numbered as in Excel. */
function filledRows({ name, rows, headingRow, columns }: HeadedSheet): FileRow[] {
  const places = [...columns]
  const filled: FileRow[] = []
  for (let index = headingRow + 1; index < rows.length; index += 1) {
    const cells = rows[index]
    if (!cells) continue
    const known = new Map<SheetColumn, Cell>()
    for (const [column, place] of places) {
      const cell = cells[place]
      if (cell && !isBlank(cell)) known.set(column, cell)
    }
    if (known.size > 0) filled.push({ number: index + 1, cells: known })
  }
  if (filled.length === 0) throw new AppError('invalid', say('The sheet “{name}” has headings but no rows.', { name }))
  if (filled.length > uploadLimits.rows) throw tooManyRows(name, filled.length)
  return filled
}

function skusOf(rows: readonly FileRow[]): Map<number, string> {
  const skus = new Map<number, string>()
  for (const { number, cells } of rows) {
    const checked = checkCell('sku', cells.get('sku'))
    if ('value' in checked && checked.value !== null) skus.set(number, checked.value)
  }
  return skus
}

const tooManyRows = (name: string, count: number) =>
  new AppError(
    'invalid',
    say('The sheet “{name}” has {count} rows; the limit is {limit}. Split it into several files.', {
      name,
      count,
      limit: uploadLimits.rows,
    }),
  )

/** A row with its non-empty cells; `number` is the row number in Excel. */
type FileRow = { number: number; cells: ReadonlyMap<SheetColumn, Cell> }

/** Checks one row. `repeat` is the error text if the row's SKU occurs in other rows too: then none of them is valid. */
function checkRow(
  { columns, hasDecimalComma = false }: HeadedSheet,
  { number, cells }: FileRow,
  repeat: string | undefined,
): { row: UploadRow } | { errors: BulkError[] } {
  const errors: BulkError[] = []
  function valueOf<C extends SheetColumn>(column: C, given?: CheckedCell<C>) {
    if (!columns.has(column)) return null
    const checked = given ?? checkCell(column, cells.get(column), { hasDecimalComma })
    if ('value' in checked) return checked.value
    errors.push({ row: number, column: sheetLabels[column], reason: checked.reason })
    return null
  }
  const sku = repeat ? valueOf('sku', { reason: repeat }) : valueOf('sku')
  const title = valueOf('title')
  const price = valueOf('price')
  const quantity = valueOf('quantity')
  const asin = valueOf('asin')
  const category = valueOf('category') || null
  if (sku === null || errors.length > 0) return { errors }
  return { row: { row: number, sku, title, price: price === null ? null : toMoney(price), quantity, asin, category } }
}

const mostNamed = 5

/** Error texts by row number, for rows whose SKU occurs in other rows too. */
export function findRepeats(skus: ReadonlyMap<number, string>): Map<number, string> {
  const rowsOfSku = Map.groupBy(skus.keys(), (row) => skus.get(row))
  const reasons = new Map<number, string>()
  for (const rows of rowsOfSku.values()) {
    if (rows.length === 1) continue
    for (const row of rows) reasons.set(row, describe(rows, row))
  }
  return reasons
}

function describe(rows: readonly number[], row: number): string {
  const shown = rows
    .slice(0, mostNamed + 1)
    .filter((other) => other !== row)
    .slice(0, mostNamed)
  const left = rows.length - 1 - shown.length
  const list = left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ')
  return `Duplicate SKU (also in ${rows.length === 2 ? 'row' : 'rows'} ${list})`
}
