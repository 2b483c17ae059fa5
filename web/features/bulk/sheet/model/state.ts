import { type SheetColumn, sheetColumns, type SheetRow } from '#contract/sheet.ts'
import { type CellPosition, clampToSize, type Range, rangeOf, select, type Selection, type Size } from './selection.ts'
import { appendRows, emptySheet, type RowEdits, rowOf, type Sheet, textIn } from './sheet.ts'
import { findDuplicates, inSheetOrder, listProblems } from './validation.ts'

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

export type Filter = 'all' | 'modified' | 'errors' | 'conflicts'

/** `ids` are the rows found when the filter was set: a row that is mended stays under the hand that mends it. */
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

/** Where a row stands in the view, -1 when it is not in it. */
function indexIn(sheet: Sheet, view: View, id: string): number {
  return view.filter === 'all' ? (sheet.places.get(id) ?? -1) : view.ids.indexOf(id)
}

/** The cast is safe: a place is always within the columns. */
export const columnAt = (index: number): SheetColumn => sheetColumns[index] as SheetColumn

/** One edit, paste or fill: the edits of the rows it touched, before and after. */
export type Step = { before: ReadonlyMap<string, RowEdits>; after: ReadonlyMap<string, RowEdits> }

export type History = { past: readonly Step[]; future: readonly Step[] }

export const noHistory: History = { past: [], future: [] }

/** A step may touch every row, so only so many are remembered. */
const maximumSteps = 100

export function pushStep({ past }: History, step: Step): History {
  return { past: [...past, step].slice(-maximumSteps), future: [] }
}

/** One more page, under the hands of whoever already works on the ones before. */
export function appendPage(state: SheetState, page: readonly SheetRow[]): SheetState {
  const sheet = appendRows(state.sheet, page)
  return { ...state, sheet: { ...sheet, duplicates: findDuplicates(sheet) } }
}

/** Makes a cell the active one, showing all rows again where a filter hides its row. */
export function goToCell(state: SheetState, id: string, column: SheetColumn): SheetState {
  if (!state.sheet.places.has(id)) return state
  const isHidden = indexIn(state.sheet, state.view, id) < 0
  const shown = isHidden ? setView(state, allRows) : state
  const row = indexIn(shown.sheet, shown.view, id)
  return setSelection(shown, select({ row, column: sheetColumns.indexOf(column) }))
}

/** Rows of the view whose SKU or title contains the term, whatever its case. */
export function findRows(sheet: Sheet, view: View, term: string): number[] {
  const wanted = term.trim().toLowerCase()
  if (!wanted) return []
  const found: number[] = []
  for (let index = 0; index < viewSize(sheet, view).rows; index += 1) {
    const row = rowAt(sheet, view, index)
    if (!row) continue
    if (`${textIn(sheet, row, 'sku')}\n${textIn(sheet, row, 'title')}`.toLowerCase().includes(wanted)) found.push(index)
  }
  return found
}

/** The next match after a row, or before it; past the end it begins again. */
export function nextMatch(found: readonly number[], from: number, isBackwards = false): number | undefined {
  return isBackwards
    ? (found.findLast((index) => index < from) ?? found.at(-1))
    : (found.find((index) => index > from) ?? found[0])
}
