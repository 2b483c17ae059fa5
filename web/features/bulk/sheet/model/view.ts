import { type SheetColumn, sheetColumns, type SheetRow } from '#contract/sheet.ts'
import { inSheetOrder, listProblems } from './problems.ts'
import type { Size } from './selection.ts'
import { rowOf, type Sheet } from './sheet.ts'

export type Filter = 'all' | 'modified' | 'errors' | 'conflicts'
/** `ids` are the rows found when the filter was set: a row that is mended stays under the hand that mends it. */
export type View = { filter: 'all' } | { filter: Exclude<Filter, 'all'>; ids: readonly string[] }

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

export function viewSize(sheet: Sheet, view: View): Size {
  return { rows: view.filter === 'all' ? sheet.rows.length : view.ids.length, columns: sheetColumns.length }
}

export function rowAt(sheet: Sheet, view: View, index: number): SheetRow | undefined {
  return view.filter === 'all' ? sheet.rows[index] : rowOf(sheet, view.ids[index] ?? '')
}

/** Where a row stands in the view, -1 when it is not in it. */
export function indexIn(sheet: Sheet, view: View, id: string): number {
  return view.filter === 'all' ? (sheet.places.get(id) ?? -1) : view.ids.indexOf(id)
}

/** The cast is safe: a place is always within the columns. */
export const columnAt = (index: number): SheetColumn => sheetColumns[index] as SheetColumn
