import { type SheetColumn, sheetColumns } from '#contract/sheet.ts'
import { select } from './selection.ts'
import { setSelection, type SheetState, setView } from './state.ts'
import { allRows, indexIn } from './view.ts'

/** Makes a cell the active one, showing all rows again where a filter hides its row. */
export function goToCell(state: SheetState, id: string, column: SheetColumn): SheetState {
  if (!state.sheet.places.has(id)) return state
  const isHidden = indexIn(state.sheet, state.view, id) < 0
  const shown = isHidden ? setView(state, allRows) : state
  const row = indexIn(shown.sheet, shown.view, id)
  return setSelection(shown, select({ row, column: sheetColumns.indexOf(column) }))
}
