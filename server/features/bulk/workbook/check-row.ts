import type { BulkError } from '#contract/bulk.ts'
import { toMoney } from '#contract/money.ts'
import { sheetLabels, type SheetColumn } from '#contract/sheet.ts'
import type { Cell } from './cell.ts'
import { checkCell, type CheckedCell } from './check-cell.ts'
import type { UploadRow } from './checked-workbook.ts'

/** A row with its cells that are not empty; `number` is counted as in Excel. */
export type FileRow = { number: number; cells: ReadonlyMap<SheetColumn, Cell> }

/** `repeat` says that the row's SKU stands in other rows too, which makes them all bad. */
export function checkRow(
  { number, cells }: FileRow,
  repeat: string | undefined,
): { row: UploadRow } | { errors: BulkError[] } {
  const errors: BulkError[] = []
  function valueOf<C extends SheetColumn>(column: C, checked: CheckedCell<C> = checkCell(column, cells.get(column))) {
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
  if (sku === null || title === null || price === null || quantity === null || errors.length > 0) return { errors }
  return { row: { row: number, sku, title, price: toMoney(price), quantity, asin, category } }
}
