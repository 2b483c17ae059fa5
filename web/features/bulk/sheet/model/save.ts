import type { SheetSaveResult } from '#contract/bulk.ts'
import type { FieldError } from '#contract/errors.ts'
import { type SheetColumn, sheetColumns, type SheetRow, type SheetUpdate } from '#contract/sheet.ts'
import { parseCell, noEdits, type RowEdits, type RowServerErrors, rowOf, type Sheet, textIn } from './sheet.ts'
import { showUnresolved } from './conflicts.ts'
import { rebase } from './edit.ts'
import { noHistory, type SheetState } from './state.ts'
import { inSheetOrder } from './validation.ts'

/** Updates for the server: modified rows with their changed cells only, and the version for optimistic locking. */
export function toUpdates(sheet: Sheet): SheetUpdate[] {
  return inSheetOrder(sheet, sheet.edits.keys()).flatMap((id) => {
    const row = rowOf(sheet, id)
    return row ? [toUpdate(row, sheet.edits.get(id) ?? noEdits)] : []
  })
}

/** The cast is safe: each value was parsed by its cell's schema. */
function toUpdate({ id, version }: SheetRow, edits: RowEdits): SheetUpdate {
  const cells = Object.entries(edits).map(([column, text]) => {
    const reading = parseCell(column as SheetColumn, text)
    return [column, 'problem' in reading ? undefined : reading.value]
  })
  return { id, version, ...Object.fromEntries(cells) } as SheetUpdate
}

/** Saved rows become the base. Rows that the server reports as conflicting keep their edits beside the current row. */
export function applySaveResult(state: SheetState, { rows, conflicts }: SheetSaveResult): SheetState {
  const conflicting = new Map(conflicts.map(({ id, current }) => [id, current]))
  const done = [...state.sheet.edits.keys()].filter((id) => !conflicting.has(id))
  const saved = rows.filter(({ id }) => !conflicting.has(id))
  const base = { ...state.sheet, serverErrors: new Map(), conflicts: conflicting }
  const sheet = rebase(base, saved, new Map(done.map((id) => [id, noEdits])))
  return showUnresolved({ ...state, sheet, history: noHistory })
}

const cellField = /^updates\.(\d+)\.(\w+)$/

/** Maps the server's field errors (`updates.3.price`) to cells. */
export function toServerErrors(updates: readonly SheetUpdate[], sheet: Sheet, fields: readonly FieldError[]) {
  const serverErrors = new Map<string, RowServerErrors>()
  for (const { field, message } of fields) {
    const [, index, name] = cellField.exec(field) ?? []
    const row = rowOf(sheet, updates[Number(index)]?.id ?? '')
    // An error about the whole row is shown at its SKU.
    const column = name === 'id' ? 'sku' : sheetColumns.find((one) => one === name)
    if (!row || !column) continue
    const text = textIn(sheet, row, column)
    serverErrors.set(row.id, { ...serverErrors.get(row.id), [column]: { text, message } })
  }
  return serverErrors
}
