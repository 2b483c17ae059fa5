import { lockedNotice, isLocked } from './locks.ts'
import { move, type Motion, select } from './selection.ts'
import { setSelection, type Editing, type SheetState, gridSize } from './state.ts'
import { columnAt, rowAt } from './view.ts'
import { writeCells } from './write-cells.ts'

/** Opens the active cell, or says why it can't be changed. */
export function startEditing(state: SheetState, mode: Editing['mode']): SheetState {
  const { active } = state.selection
  const row = rowAt(state.sheet, state.view, active.row)
  if (!row) return state
  if (state.lock) return { ...state, notice: state.lock }
  if (isLocked(row, columnAt(active.column))) return { ...state, notice: lockedNotice }
  return { ...state, selection: select(active), editing: { mode }, notice: '' }
}

export const cancelEdit = (state: SheetState): SheetState => ({ ...state, editing: null })

/** Takes over what was typed and goes on to the next cell. */
export function commitEdit(state: SheetState, text: string, motion: Motion = {}): SheetState {
  if (!state.editing) return state
  const written = writeCells(cancelEdit(state), [{ ...state.selection.active, text }])
  return { ...setSelection(written, move(written.selection, motion, gridSize(written))), notice: written.notice }
}
