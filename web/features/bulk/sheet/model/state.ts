import { noHistory, type History } from './history.ts'
import { type CellPosition, type Range, rangeOf, select, type Selection, clampToSize } from './selection.ts'
import { emptySheet, type Sheet } from './sheet.ts'
import { allRows, viewSize, type View } from './view.ts'

/** `typing` replaces what stands in the cell, and arrow keys leave it; `editing` changes it. */
export type Editing = { mode: 'typing' | 'editing' }

/** Everything that happens on the sheet, as one value. */
export type SheetState = {
  sheet: Sheet
  history: History
  view: View
  selection: Selection
  /** The cell that is to be in sight. */
  scrollTarget: CellPosition
  editing: Editing | null
  /** The last row that a pulled fill handle reaches. */
  fillTo: number | null
  /** Why nothing can be changed, null when it can. */
  lock: string | null
  /** What the last action could not do. */
  notice: string
}

const firstCell: CellPosition = { row: 0, column: 0 }

export function initialState(lock: string | null): SheetState {
  return {
    sheet: emptySheet(),
    history: noHistory,
    view: allRows,
    selection: select(firstCell),
    scrollTarget: firstCell,
    editing: null,
    fillTo: null,
    lock,
    notice: '',
  }
}

export const gridSize = ({ sheet, view }: SheetState) => viewSize(sheet, view)

export const selectedRange = ({ selection }: SheetState): Range => rangeOf(selection)

/** Selects, and brings the moving end of the selection into sight. */
export const setSelection = (state: SheetState, selection: Selection): SheetState => ({
  ...state,
  selection,
  scrollTarget: selection.head,
  notice: '',
})

/** Shows other rows; the selection goes to the nearest place that exists there. */
export function setView(state: SheetState, view: View): SheetState {
  const next = { ...state, view, editing: null, fillTo: null }
  return setSelection(next, select(clampToSize(state.selection.active, gridSize(next))))
}
