import { sheetLimits } from '#contract/sheet.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useSaveSheet } from './api.ts'
import { goToCell } from './model/go-to.ts'
import { hasOwnProblems, listProblems } from './model/problems.ts'
import { applySaveResult, toRefusals, toUpdates } from './model/saving.ts'
import type { Sheet } from './model/sheet.ts'
import type { SheetState } from './model/state.ts'
import type { SheetStore } from './sheet-store.ts'

type SaveOptions = { onSaved: () => void; onRefused: () => void }

/** While a save is under way nothing can be changed: the answer is about just what was sent. */
export function useSave(store: SheetStore, { onSaved, onRefused }: SaveOptions) {
  const saveSheet = useSaveSheet()

  async function send({ sheet }: SheetState) {
    const updates = toUpdates(sheet)
    store.update((state) => ({ ...state, lock: 'Your changes are being saved.' }))
    try {
      const result = await saveSheet.mutateAsync(updates)
      if (result.conflicts.length === 0) return onSaved()
      store.update((state) => applySaveResult(state, result))
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      store.update((state) =>
        showFirstProblem({ ...state, sheet: { ...state.sheet, refusals: toRefusals(updates, sheet, fields) } }),
      )
      onRefused()
    } finally {
      store.update((state) => ({ ...state, lock: null }))
    }
  }

  function save() {
    const state = store.read()
    if (state.lock) return
    if (state.sheet.edits.size === 0) return toast({ title: 'No Changes', description: 'No modifications to save' })
    const obstacle = saveObstacle(state.sheet)
    if (!obstacle) return void send(state)
    toast({ variant: 'destructive', title: 'Save Failed', description: obstacle })
    store.update(showFirstProblem)
    onRefused()
  }

  return { save, isSaving: saveSheet.isPending }
}

function saveObstacle(sheet: Sheet): string | null {
  if (sheet.conflicts.size > 0) return 'Somebody else changed some of these rows. Choose whose values to keep first.'
  if (hasOwnProblems(sheet)) {
    const { length } = listProblems(sheet)
    return `${length === 1 ? '1 cell has an error' : `${formatNumber(length)} cells have errors`}. Nothing was sent; correct them and save again.`
  }
  if (sheet.edits.size <= sheetLimits.rows) return null
  return `A save carries at most ${formatNumber(sheetLimits.rows)} rows, and ${formatNumber(sheet.edits.size)} are changed.`
}

function showFirstProblem(state: SheetState): SheetState {
  const [first] = listProblems(state.sheet)
  return first ? goToCell(state, first.id, first.column) : state
}
