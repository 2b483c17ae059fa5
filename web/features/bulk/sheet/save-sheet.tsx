import { useState } from 'react'
import { sheetLabels, sheetLimits } from '#contract/sheet.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useLeaveGuard } from '#web/shared/unsaved-changes.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveSheet } from './api.ts'
import { conflictCells, listConflicts, resolveWithMine, resolveWithTheirs } from './model/conflicts.ts'
import { applySaveResult, toServerErrors, toUpdates } from './model/save.ts'
import type { Sheet } from './model/sheet.ts'
import { goToCell, type SheetState } from './model/state.ts'
import { hasOwnProblems, listProblems } from './model/validation.ts'
import { type SheetStore, useSheet, useSheetStore } from './sheet-store.ts'

type SaveOptions = { onSaved: () => void; onFailed: () => void }

/** Saves the modified rows. The sheet is locked meanwhile, so the answer fits the state it is applied to. */
export function useSave(store: SheetStore, { onSaved, onFailed }: SaveOptions) {
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
        showFirstProblem({ ...state, sheet: { ...state.sheet, serverErrors: toServerErrors(updates, sheet, fields) } }),
      )
      onFailed()
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
    onFailed()
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

type SaveButtonsProps = { reason: string | null; isSaving: boolean; onSave: () => void; onLeave: () => void }

export function SaveButtons({ reason, isSaving, onSave, onLeave }: SaveButtonsProps) {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const [isConfirming, setIsConfirming] = useState(false)
  const label = `Save All Changes (${formatNumber(modified)})`

  return (
    <>
      <Button aria-disabled={isSaving || undefined} onClick={() => (modified > 0 ? setIsConfirming(true) : onLeave())}>
        Cancel
      </Button>
      {reason ? (
        <BlockedButton variant="primary" reason={reason}>
          {label}
        </BlockedButton>
      ) : (
        <Button variant="primary" isPending={isSaving} onClick={onSave}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={onLeave}
      >
        <p>
          {modified === 1 ? '1 row is' : `${formatNumber(modified)} rows are`} changed and not saved. What you changed
          is lost; what was saved before stays.
        </p>
      </ConfirmDialog>
    </>
  )
}

export function LeaveGuard() {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const { leave, stay, isAsking } = useLeaveGuard(modified > 0)
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      onConfirm={leave}
    >
      <p>
        {modified === 1 ? '1 row is' : `${formatNumber(modified)} rows are`} changed and not saved. When you leave this
        page, what you changed is lost.
      </p>
    </ConfirmDialog>
  )
}

/** The next ones appear as these are resolved. */
const maximumShown = 20

type Resolve = (state: SheetState, ids: readonly string[]) => SheetState

/** Rows refused by optimistic locking because somebody else changed them: their values and the user's side by side. */
export function ConflictPanel({ onResolved }: { onResolved: () => void }) {
  const store = useSheetStore()
  const sheet = useSheet((state) => state.sheet)
  const conflicts = listConflicts(sheet)
  if (conflicts.length === 0) return null

  const resolve = (how: Resolve, ids: readonly string[]) => () => {
    store.update((state) => how(state, ids))
    onResolved()
  }
  const all = conflicts.map(({ id }) => id)

  return (
    <section aria-label="Conflicts" className="grid gap-3">
      <Alert
        tone="warning"
        title={`${conflicts.length === 1 ? '1 row was' : `${formatNumber(conflicts.length)} rows were`} changed by somebody else`}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={resolve(resolveWithTheirs, all)}>
              Take theirs for all
            </Button>
            <Button size="small" onClick={resolve(resolveWithMine, all)}>
              Keep mine for all
            </Button>
          </div>
        }
      >
        What you changed in {conflicts.length === 1 ? 'it' : 'them'} is not saved yet. Choose what to keep, then save
        again.
      </Alert>
      <ul className="grid gap-3 lg:grid-cols-2">
        {conflicts.slice(0, maximumShown).map(({ id, base, mine, theirs }) => (
          <li key={id} className="grid content-start gap-3 rounded-lg border bg-raised p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-semibold break-all">{base.sku}</h2>
              <div className="flex gap-2">
                <Button
                  size="small"
                  aria-label={`Take theirs for ${base.sku}`}
                  onClick={resolve(resolveWithTheirs, [id])}
                >
                  Take theirs
                </Button>
                <Button size="small" aria-label={`Keep mine for ${base.sku}`} onClick={resolve(resolveWithMine, [id])}>
                  Keep mine
                </Button>
              </div>
            </div>
            <table className="w-full table-fixed text-left text-sm">
              <thead className="text-xs text-muted">
                <tr>
                  <th scope="col">Column</th>
                  <th scope="col">Theirs</th>
                  <th scope="col">Mine</th>
                </tr>
              </thead>
              <tbody>
                {conflictCells(base, mine, theirs).map((cell) => (
                  <tr key={cell.column} className="align-top">
                    <th scope="row" className="py-0.5 pr-2 font-normal text-muted">
                      {sheetLabels[cell.column]}
                    </th>
                    <td className="py-0.5 pr-2 break-words">{cellTextOrEmpty(cell.theirs)}</td>
                    <td className="py-0.5 break-words">
                      {cell.mine === null ? 'as theirs' : cellTextOrEmpty(cell.mine)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </li>
        ))}
      </ul>
      {conflicts.length > maximumShown && (
        <p className="text-sm text-muted">
          Showing {maximumShown} of {formatNumber(conflicts.length)}
        </p>
      )}
    </section>
  )
}

const cellTextOrEmpty = (text: string) => text || 'empty'
