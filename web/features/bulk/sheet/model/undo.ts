import { sheetColumns } from '#contract/sheet.ts'
import { setEdits } from './edit-cells.ts'
import { goToCell } from './go-to.ts'
import { type History, type Step, stepBack, stepForward } from './history.ts'
import type { SheetState } from './state.ts'

export function undo(state: SheetState): SheetState {
  const back = stepBack(state.history)
  return back ? applyStep(state, back, back.step.before) : state
}

export function redo(state: SheetState): SheetState {
  const forward = stepForward(state.history)
  return forward ? applyStep(state, forward, forward.step.after) : state
}

type HistoryMove = { history: History; step: Step }

/** Goes to the first cell that changes, so that a change is never made out of sight. */
function applyStep(state: SheetState, { history, step }: HistoryMove, edits: Step['before']): SheetState {
  if (state.lock) return { ...state, notice: state.lock }
  const next = { ...state, history, sheet: setEdits(state.sheet, edits), notice: '' }
  const [id = ''] = step.after.keys()
  const column = sheetColumns.find((one) => step.before.get(id)?.[one] !== step.after.get(id)?.[one]) ?? 'sku'
  return goToCell(next, id, column)
}
