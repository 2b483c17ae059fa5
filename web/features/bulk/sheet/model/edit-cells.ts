import type { SheetColumn, SheetRow } from '#contract/sheet.ts'
import { cellText, parseCell, savedText } from './cells.ts'
import type { Step } from './history.ts'
import { findDuplicates, validateEdits } from './problems.ts'
import { noEdits, replaceRows, type RowEdits, rowOf, type Sheet } from './sheet.ts'

export type CellEdit = { id: string; column: SheetColumn; text: string }

/** Types texts into cells. What ends up as it is saved counts as not edited. */
export function editCells(sheet: Sheet, cells: readonly CellEdit[]): { sheet: Sheet; step: Step | null } {
  const after = new Map<string, RowEdits>()
  for (const { id, column, text } of cells) {
    const row = rowOf(sheet, id)
    if (row) after.set(id, withEdit(after.get(id) ?? sheet.edits.get(id) ?? noEdits, row, column, text))
  }
  for (const [id, edits] of after) if (sameEdits(edits, sheet.edits.get(id) ?? noEdits)) after.delete(id)
  if (after.size === 0) return { sheet, step: null }
  const before = new Map([...after.keys()].map((id) => [id, sheet.edits.get(id) ?? noEdits]))
  return { sheet: setEdits(sheet, after), step: { before, after } }
}

/** Gives rows exactly these edits; none takes a row back to what is saved. */
export function setEdits(sheet: Sheet, changed: ReadonlyMap<string, RowEdits>): Sheet {
  const edits = new Map(sheet.edits)
  const problems = new Map(sheet.problems)
  let isRenaming = false
  for (const [id, rowEdits] of changed) {
    isRenaming ||= rowEdits.sku !== edits.get(id)?.sku
    if (Object.keys(rowEdits).length === 0) edits.delete(id)
    else edits.set(id, rowEdits)
    const found = validateEdits(rowEdits)
    if (found) problems.set(id, found)
    else problems.delete(id)
  }
  const next = { ...sheet, edits, problems }
  return isRenaming ? { ...next, duplicates: findDuplicates(next) } : next
}

/** Puts the sheet on new ground: rows as they are saved now, and what is left of the edits on them. */
export function rebase(sheet: Sheet, rows: readonly SheetRow[], edits: ReadonlyMap<string, RowEdits>): Sheet {
  const next = setEdits(replaceRows(sheet, rows), edits)
  return { ...next, duplicates: findDuplicates(next) }
}

function withEdit(edits: RowEdits, row: SheetRow, column: SheetColumn, text: string): RowEdits {
  const { [column]: _, ...others } = edits
  const edit = toEdit(row, column, text)
  return edit === undefined ? others : { ...others, [column]: edit }
}

/** The edit that a text makes of a saved cell: written as it will be saved, or as typed when it can't be. */
export function toEdit(row: SheetRow, column: SheetColumn, text: string): string | undefined {
  if (text === savedText(row, column)) return undefined
  const reading = parseCell(column, text)
  if ('problem' in reading) return text
  return reading.value === row[column] ? undefined : cellText(column, reading.value)
}

function sameEdits(one: RowEdits, other: RowEdits): boolean {
  const columns = Object.keys(one) as SheetColumn[]
  return columns.length === Object.keys(other).length && columns.every((column) => one[column] === other[column])
}
