import { type SheetColumn, sheetColumns, type SheetRow } from '#contract/sheet.ts'
import { type CellPosition, clampToSize, type Range, rangeOf, select, type Selection, type Size } from './selection.ts'
import { appendRows, emptySheet, type RowEdits, rowOf, type Sheet, textIn } from './sheet.ts'
import { findDuplicates, inSheetOrder, listProblems } from './validation.ts'

/** `typing` replaces the cell's text and arrow keys commit it; `editing` starts from the cell's text. */
export type Editing = { mode: 'typing' | 'editing' }

/** The whole state of the sheet. Every change is a pure function from one state to the next. */
export type SheetState = {
  sheet: Sheet
  history: History
  view: View
  selection: Selection
  /** The cell to scroll to. */
  scrollTarget: CellPosition
  editing: Editing | null
  /** The last row that a dragged fill handle reaches. */
  fillTo: number | null
  /** Why the sheet is read-only; null if it can be edited. */
  lock: string | null
  /** What the last action could not do, shown in the status bar. */
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

/** Selects and scrolls to the moving end of the selection. */
export const setSelection = (state: SheetState, selection: Selection): SheetState => ({
  ...state,
  selection,
  scrollTarget: selection.head,
  notice: '',
})

/** Changes the view and clamps the selection to it. */
export function setView(state: SheetState, view: View): SheetState {
  const next = { ...state, view, editing: null, fillTo: null }
  return setSelection(next, select(clampToSize(state.selection.active, gridSize(next))))
}

export type Filter = 'all' | 'modified' | 'errors' | 'conflicts'

/** `ids` are the rows that matched when the filter was set: a row does not vanish once it is corrected. */
type View = { filter: 'all' } | { filter: Exclude<Filter, 'all'>; ids: readonly string[] }

export const allRows: View = { filter: 'all' }

export function filterView(sheet: Sheet, filter: Filter): View {
  return filter === 'all' ? allRows : { filter, ids: inSheetOrder(sheet, matchingIds(sheet, filter)) }
}

function matchingIds(sheet: Sheet, filter: Exclude<Filter, 'all'>): Iterable<string> {
  switch (filter) {
    case 'modified':
      return sheet.edits.keys()
    case 'errors':
      return new Set(listProblems(sheet).map(({ id }) => id))
    case 'conflicts':
      return sheet.conflicts.keys()
  }
}

function viewSize(sheet: Sheet, view: View): Size {
  return { rows: view.filter === 'all' ? sheet.rows.length : view.ids.length, columns: sheetColumns.length }
}

export function rowAt(sheet: Sheet, view: View, index: number): SheetRow | undefined {
  return view.filter === 'all' ? sheet.rows[index] : rowOf(sheet, view.ids[index] ?? '')
}

/** Index of a row in the view, -1 if the view does not contain it. */
function indexIn(sheet: Sheet, view: View, id: string): number {
  return view.filter === 'all' ? (sheet.rowIndexes.get(id) ?? -1) : view.ids.indexOf(id)
}

/** The cast is safe: a cell position is always within the columns. */
export const columnAt = (index: number): SheetColumn => sheetColumns[index] as SheetColumn

/** One undo step (an edit, paste or fill): the edits of the touched rows before and after. */
export type Step = { before: ReadonlyMap<string, RowEdits>; after: ReadonlyMap<string, RowEdits> }

export type History = { past: readonly Step[]; future: readonly Step[] }

export const noHistory: History = { past: [], future: [] }

/** Limits memory: one step may touch every row. */
const maximumSteps = 100

export function pushStep({ past }: History, step: Step): History {
  return { past: [...past, step].slice(-maximumSteps), future: [] }
}

/** Appends a page while earlier pages are already being edited. */
export function appendPage(state: SheetState, page: readonly SheetRow[]): SheetState {
  const sheet = appendRows(state.sheet, page)
  return { ...state, sheet: { ...sheet, duplicates: findDuplicates(sheet) } }
}

/** Makes a cell active; clears the filter if it hides the cell's row. */
export function goToCell(state: SheetState, id: string, column: SheetColumn): SheetState {
  if (!state.sheet.rowIndexes.has(id)) return state
  const isHidden = indexIn(state.sheet, state.view, id) < 0
  const shown = isHidden ? setView(state, allRows) : state
  const row = indexIn(shown.sheet, shown.view, id)
  return setSelection(shown, select({ row, column: sheetColumns.indexOf(column) }))
}

/** Indexes of the rows in view whose SKU or title contains the term, case-insensitive. */
export function findRows(sheet: Sheet, view: View, term: string): number[] {
  const needle = term.trim().toLowerCase()
  if (!needle) return []
  const found: number[] = []
  for (let index = 0; index < viewSize(sheet, view).rows; index += 1) {
    const row = rowAt(sheet, view, index)
    if (!row) continue
    if (`${textIn(sheet, row, 'sku')}\n${textIn(sheet, row, 'title')}`.toLowerCase().includes(needle)) found.push(index)
  }
  return found
}

/** The next match after a row, or before it; wraps around. */
export function nextMatch(found: readonly number[], from: number, isBackwards = false): number | undefined {
  return isBackwards
    ? (found.findLast((index) => index < from) ?? found.at(-1))
    : (found.find((index) => index > from) ?? found[0])
}
