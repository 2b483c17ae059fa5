import { uploadLimits, type BulkError } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import type { SheetColumn } from '#contract/sheet.ts'
import { isBlank, type Cell } from './cell.ts'
import { checkCell } from './check-cell.ts'
import { checkRow, type FileRow } from './check-row.ts'
import type { CheckedWorkbook, UploadRow } from './checked-workbook.ts'
import type { HeadedSheet } from './find-sheet.ts'
import { findRepeats } from './repeated-skus.ts'

const rowsPerChunk = 5_000
/** From here on a bad row tells only the first of its errors, so that none is left out. */
const manyErrors = 100_000

/** Every row of a sheet, taken as a whole or refused cell by cell. */
export function checkRows(sheet: HeadedSheet): Pick<CheckedWorkbook, 'processed' | 'good' | 'chunks' | 'errors'> {
  const rows = filledRows(sheet)
  const repeats = findRepeats(skusOf(rows))
  const errors: BulkError[] = []
  const chunks: string[] = []
  let waiting: UploadRow[] = []
  let good = 0
  for (const row of rows) {
    const checked = checkRow(row, repeats.get(row.number))
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

/** Rows with something in a column that counts, numbered as in Excel. */
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
  if (filled.length === 0) throw new AppError('invalid', `The sheet “${name}” has headings but no rows.`)
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
    `The sheet “${name}” has ${count.toLocaleString('en-US')} rows: at most ${uploadLimits.rows.toLocaleString('en-US')} at a time. Split it into several files.`,
  )
