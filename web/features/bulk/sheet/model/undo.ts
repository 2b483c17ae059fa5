import { sheetColumns } from '#contract/sheet.ts'
import { setEdits } from './edit.ts'
import { noEdits, type RowEdits } from './sheet.ts'
import { goToCell, type History, pushStep, rowAt, selectedRange, type SheetState, type Step } from './state.ts'

export function undo(state: SheetState): SheetState {
  const back = stepBack(state.history)
  return back ? applyStep(state, back, back.step.before) : state
}

export function redo(state: SheetState): SheetState {
  const forward = stepForward(state.history)
  return forward ? applyStep(state, forward, forward.step.after) : state
}

/** Reverts the selected rows to their saved state as one undo step. */
export function revertRows(state: SheetState): SheetState {
  if (state.lock) return { ...state, notice: state.lock }
  const { top, bottom } = selectedRange(state)
  const before = new Map<string, RowEdits>()
  for (let index = top; index <= bottom; index += 1) {
    const id = rowAt(state.sheet, state.view, index)?.id ?? ''
    const edits = state.sheet.edits.get(id)
    if (edits) before.set(id, edits)
  }
  if (before.size === 0) return state
  const after = new Map([...before.keys()].map((id) => [id, noEdits]))
  return {
    ...state,
    sheet: setEdits(state.sheet, after),
    history: pushStep(state.history, { before, after }),
    notice: '',
  }
}

type HistoryMove = { history: History; step: Step }

function stepBack({ past, future }: History): HistoryMove | null {
  const step = past.at(-1)
  return step ? { step, history: { past: past.slice(0, -1), future: [step, ...future] } } : null
}

function stepForward({ past, future }: History): HistoryMove | null {
  const [step, ...later] = future
  return step ? { step, history: { past: [...past, step], future: later } } : null
}

/** Scrolls to the first cell that changes, so that no change happens out of sight. */
function applyStep(state: SheetState, { history, step }: HistoryMove, edits: Step['before']): SheetState {
  if (state.lock) return { ...state, notice: state.lock }
  const next = { ...state, history, sheet: setEdits(state.sheet, edits), notice: '' }
  const [id = ''] = step.after.keys()
  const column = sheetColumns.find((one) => step.before.get(id)?.[one] !== step.after.get(id)?.[one]) ?? 'sku'
  return goToCell(next, id, column)
}
