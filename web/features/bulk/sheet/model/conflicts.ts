import { type SheetColumn, sheetColumns, type SheetRow } from '#contract/sheet.ts'
import { savedText, noEdits, type RowEdits, rowOf, type Sheet } from './sheet.ts'
import { toEdit, rebase } from './edit.ts'
import { noHistory, type SheetState, setView, filterView } from './state.ts'

type ConflictCell = { column: SheetColumn; theirs: string; mine: string | null }

/** The cells of a conflicting row that were changed here or by somebody else. */
export function conflictCells(base: SheetRow, mine: RowEdits, theirs: SheetRow): ConflictCell[] {
  return sheetColumns.flatMap((column) => {
    const isTheirChange = base[column] !== theirs[column]
    const isMine = mine[column] !== undefined
    return isMine || isTheirChange ? [{ column, theirs: savedText(theirs, column), mine: mine[column] ?? null }] : []
  })
}

/** Rebases the user's edits onto the current rows. */
export const resolveWithMine = (state: SheetState, ids: readonly string[]): SheetState =>
  resolveConflicts(state, ids, (row, edits) =>
    Object.fromEntries(
      Object.entries(edits).flatMap(([column, text]) => {
        const edit = toEdit(row, column as SheetColumn, text)
        return edit === undefined ? [] : [[column, edit]]
      }),
    ),
  )

/** Takes the current rows and drops the user's edits. */
export const resolveWithTheirs = (state: SheetState, ids: readonly string[]): SheetState =>
  resolveConflicts(state, ids, () => noEdits)

type RemainingEdits = (row: SheetRow, edits: RowEdits) => RowEdits

/** Clears the undo history: its steps refer to row versions that no longer exist. */
function resolveConflicts(state: SheetState, ids: readonly string[], remaining: RemainingEdits): SheetState {
  const resolved = ids.flatMap((id) => state.sheet.conflicts.get(id) ?? [])
  const conflicts = new Map(state.sheet.conflicts)
  for (const { id } of resolved) conflicts.delete(id)
  const edits = new Map(resolved.map((row) => [row.id, remaining(row, state.sheet.edits.get(row.id) ?? noEdits)]))
  const sheet = rebase({ ...state.sheet, conflicts }, resolved, edits)
  return showUnresolved({ ...state, sheet, history: noHistory })
}

export function showUnresolved(state: SheetState): SheetState {
  const { conflicts, edits } = state.sheet
  return setView(state, filterView(state.sheet, conflicts.size > 0 ? 'conflicts' : edits.size > 0 ? 'modified' : 'all'))
}

export function listConflicts(sheet: Sheet): { id: string; base: SheetRow; mine: RowEdits; theirs: SheetRow }[] {
  return [...sheet.conflicts].flatMap(([id, theirs]) => {
    const base = rowOf(sheet, id)
    return base ? [{ id, base, mine: sheet.edits.get(id) ?? noEdits, theirs }] : []
  })
}
