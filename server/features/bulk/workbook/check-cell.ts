import type { z } from 'zod'
import { sheetCells, sheetLabels, type SheetColumn } from '#contract/sheet.ts'
import { readCell, type Cell } from './cell.ts'
import { requiredColumns } from './columns.ts'

type Value<C extends SheetColumn> = z.output<(typeof sheetCells)[C]>
export type CheckedCell<C extends SheetColumn> = { value: Value<C> | null } | { reason: string }

/** By the same rules as a cell of the sheet. An empty cell is null, where it may be empty. */
export function checkCell<C extends SheetColumn>(column: C, cell: Cell | undefined): CheckedCell<C> {
  if (!cell) return requiredColumns.has(column) ? { reason: `${sheetLabels[column]} is required` } : { value: null }
  const reading = readCell(column, cell)
  if ('reason' in reading) return reading
  const parsed = sheetCells[column].safeParse(reading.value)
  if (parsed.success) return { value: parsed.data as Value<C> }
  return { reason: parsed.error.issues[0]?.message ?? `${sheetLabels[column]} can’t be read` }
}
