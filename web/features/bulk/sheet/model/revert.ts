import { setEdits } from './edit-cells.ts'
import { pushStep } from './history.ts'
import { noEdits, type RowEdits } from './sheet.ts'
import { type SheetState, selectedRange } from './state.ts'
import { rowAt } from './view.ts'

/** Takes the selected rows back to what is saved, as one step. */
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
