import { t } from '#contract/i18n.ts'
import type { SheetColumn, SheetRow } from '#contract/sheet.ts'
import { type CellPosition, type Motion, move, select } from './selection.ts'
import {
  cellText,
  isLocked,
  lockedNotice,
  noEdits,
  parseCell,
  replaceRows,
  type RowEdits,
  rowOf,
  savedText,
  type Sheet,
} from './sheet.ts'
import { columnAt, type Editing, gridSize, pushStep, rowAt, setSelection, type SheetState, type Step } from './state.ts'
import { findDuplicates, validateEdits } from './validation.ts'

/** Opens the active cell for editing, or sets a notice that says why it is locked. */
export function startEditing(state: SheetState, mode: Editing['mode']): SheetState {
  const { active } = state.selection
  const row = rowAt(state.sheet, state.view, active.row)
  if (!row) return state
  if (state.lock) return { ...state, notice: state.lock }
  if (isLocked(row, columnAt(active.column))) return { ...state, notice: lockedNotice }
  return { ...state, selection: select(active), editing: { mode }, notice: '' }
}

export const cancelEdit = (state: SheetState): SheetState => ({ ...state, editing: null })

/** Writes the typed text into the active cell and moves on. */
export function commitEdit(state: SheetState, text: string, motion: Motion = {}): SheetState {
  if (!state.editing) return state
  const written = writeCells(cancelEdit(state), [{ ...state.selection.active, text }])
  return { ...setSelection(written, move(written.selection, motion, gridSize(written))), notice: written.notice }
}

export type PlacedText = CellPosition & { text: string }

/** Writes texts into cells as one undo step. Locked cells are skipped, and a notice counts them. */
export function writeCells(state: SheetState, texts: readonly PlacedText[], notice = ''): SheetState {
  if (state.lock) return { ...state, notice: state.lock }
  const cells: CellEdit[] = []
  let skipped = 0
  for (const { row, column, text } of texts) {
    const target = rowAt(state.sheet, state.view, row)
    if (!target) continue
    const cell = { id: target.id, column: columnAt(column), text }
    if (!isLocked(target, cell.column)) cells.push(cell)
    else if (toEdit(target, cell.column, text) !== undefined) skipped += 1
  }
  const { sheet, step } = editCells(state.sheet, cells)
  return {
    ...state,
    sheet,
    history: step ? pushStep(state.history, step) : state.history,
    notice: [notice, skipped > 0 && lockedCellsNotice(skipped, texts.length)].filter(Boolean).join(' '),
  }
}

function lockedCellsNotice(skipped: number, all: number): string {
  if (all === 1) return lockedNotice
  return t(
    '{skipped, plural, one {# SKU wasn’t changed because Amazon identifies it by this code.} other {# SKUs weren’t changed because Amazon identifies them by these codes.}}',
    { skipped },
  )
}

type CellEdit = { id: string; column: SheetColumn; text: string }

/** Applies texts to cells. A text equal to the saved one removes the edit. */
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

/** Replaces the edits of the given rows; empty edits revert a row to its saved state. */
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

/** Replaces saved rows and the edits on top of them. */
export function rebase(sheet: Sheet, rows: readonly SheetRow[], edits: ReadonlyMap<string, RowEdits>): Sheet {
  const next = setEdits(replaceRows(sheet, rows), edits)
  return { ...next, duplicates: findDuplicates(next) }
}

function withEdit(edits: RowEdits, row: SheetRow, column: SheetColumn, text: string): RowEdits {
  const { [column]: _, ...others } = edits
  const edit = toEdit(row, column, text)
  return edit === undefined ? others : { ...others, [column]: edit }
}

/**
 * The edit for a text typed into a saved cell: in its saved form if it parses, as typed if not; undefined if nothing
 * changes.
 */
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

/** Texts of a row that were typed and not saved, each with the saved text that it was typed over. */
export type KeptEdits = { id: string; cells: readonly { column: SheetColumn; text: string; over: string }[] }

export const keptEdits = (sheet: Sheet): KeptEdits[] =>
  [...sheet.edits].flatMap(([id, edits]) => {
    const row = rowOf(sheet, id)
    if (!row) return []
    const cells = Object.entries(edits) as [SheetColumn, string][]
    return [{ id, cells: cells.map(([column, text]) => ({ column, text, over: savedText(row, column) })) }]
  })

/** Types kept edits again, as one undo step. A notice counts the cells that somebody else has changed since. */
export function restoreEdits(state: SheetState, kept: readonly KeptEdits[]): SheetState {
  let changedSince = 0
  const cells = kept.flatMap(({ id, cells: texts }) => {
    const row = rowOf(state.sheet, id)
    if (!row) return []
    changedSince += texts.filter(({ column, over }) => savedText(row, column) !== over).length
    return texts.flatMap(({ column, text }) => (isLocked(row, column) ? [] : [{ id, column, text }]))
  })
  const { sheet, step } = editCells(state.sheet, cells)
  const restored = { ...state, sheet, history: step ? pushStep(state.history, step) : state.history }
  if (changedSince === 0) return restored
  const notice = t(
    '{changedSince, plural, one {# restored cell was changed by someone else in the meantime.} other {# restored cells were changed by someone else in the meantime.}} Saving will replace their values with yours.',
    { changedSince },
  )
  return { ...restored, notice }
}
