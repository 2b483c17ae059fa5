import type { SheetRow } from '#contract/sheet.ts'
import type { RowEdits, RowProblems, RowRefusals } from './sheet.ts'
import { type Editing, type SheetState, selectedRange } from './state.ts'
import { rowAt } from './view.ts'

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
