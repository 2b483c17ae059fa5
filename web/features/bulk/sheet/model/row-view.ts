import type { SheetRow } from '#contract/sheet.ts'
import { type RowEdits, type RowProblems, type RowRefusals, warningAt } from './sheet.ts'
import { columnAt, type Editing, type Filter, rowAt, selectedRange, type SheetState } from './state.ts'
import { problemAt } from './validation.ts'

/** All that a drawn row depends on: while none of it changes, it is not drawn anew. Columns are -1 for none. */
export type RowView = {
  row: SheetRow | undefined
  edits: RowEdits | undefined
  problems: RowProblems | undefined
  duplicate: string | undefined
  refusals: RowRefusals | undefined
  isInConflict: boolean
  selectedFrom: number
  selectedTo: number
  activeColumn: number
  editing: Editing | null
  handleColumn: number
  isFilled: boolean
  isReadOnly: boolean
}

export function toRowView(state: SheetState, index: number): RowView {
  const { sheet, selection, editing, fillTo } = state
  const row = rowAt(sheet, state.view, index)
  const id = row?.id ?? ''
  const { top, left, bottom, right } = selectedRange(state)
  const isSelected = index >= top && index <= bottom
  const isFilled = fillTo !== null && index > bottom && index <= fillTo
  const isActive = index === selection.active.row
  return {
    row,
    edits: sheet.edits.get(id),
    problems: sheet.problems.get(id),
    duplicate: sheet.duplicates.get(id),
    refusals: sheet.refusals.get(id),
    isInConflict: sheet.conflicts.has(id),
    selectedFrom: isSelected || isFilled ? left : -1,
    selectedTo: isSelected || isFilled ? right : -1,
    activeColumn: isActive ? selection.active.column : -1,
    editing: isActive ? editing : null,
    handleColumn: index === bottom && !editing && !state.lock ? right : -1,
    isFilled,
    isReadOnly: state.lock !== null,
  }
}

export type CellMessage = { tone: 'danger' | 'warning' | 'neutral'; text: string }

const nothingShown: Record<Filter, string> = {
  all: '',
  modified: 'No row is modified.',
  errors: 'No cell has an error.',
  conflicts: 'No row is in conflict.',
}

/** What is to be said now: what the last action could not do, what is wrong with the active cell, or what to know of it. */
export function activeCellMessage(state: SheetState): CellMessage {
  if (state.notice) return { tone: 'warning', text: state.notice }
  const { row, column } = state.selection.active
  const target = rowAt(state.sheet, state.view, row)
  if (!target) return { tone: 'neutral', text: nothingShown[state.view.filter] }
  const problem = problemAt(state.sheet, target.id, columnAt(column))
  if (problem) return { tone: 'danger', text: problem }
  return { tone: 'neutral', text: warningAt(target, columnAt(column)) ?? '' }
}
