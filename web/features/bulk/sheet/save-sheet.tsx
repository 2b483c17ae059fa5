import { useEffect, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { sheetLabels, sheetLimits } from '#contract/sheet.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { DraftNotice, useDraft } from '#web/shared/drafts.tsx'
import { useLeaveGuard } from '#web/shared/unsaved-changes.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveSheet } from './api.ts'
import { conflictCells, listConflicts, resolveWithMine, resolveWithTheirs } from './model/conflicts.ts'
import { type KeptEdits, keptEdits, restoreEdits } from './model/edit.ts'
import { applySaveResult, toServerErrors, toUpdates } from './model/save.ts'
import type { Sheet } from './model/sheet.ts'
import { goToCell, type SheetState } from './model/state.ts'
import { hasOwnProblems, listProblems } from './model/validation.ts'
import { sheetDraft, type SheetStore, useSheet, useSheetStore } from './sheet-store.ts'

type SaveOptions = { onSaved: () => void; onFailed: () => void }

/** Saves the modified rows. The sheet is locked meanwhile, so the answer fits the state it is applied to. */
export function useSave(store: SheetStore, { onSaved, onFailed }: SaveOptions) {
  const saveSheet = useSaveSheet()

  async function send({ sheet }: SheetState) {
    const updates = toUpdates(sheet)
    store.update((state) => ({ ...state, lock: t('Your changes are being saved.') }))
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
    if (state.sheet.edits.size === 0)
      return toast({ title: t('No Changes'), description: t('No modifications to save') })
    const obstacle = saveObstacle(state.sheet)
    if (!obstacle) return void send(state)
    toast({ variant: 'destructive', title: t('Save Failed'), description: obstacle })
    store.update(showFirstProblem)
    onFailed()
  }

  return { save, isSaving: saveSheet.isPending }
}

function saveObstacle(sheet: Sheet): string | null {
  if (sheet.conflicts.size > 0) return t('Someone else changed some of these rows. First choose whose values to keep.')
  if (hasOwnProblems(sheet)) {
    const { length } = listProblems(sheet)
    return t(
      '{length, plural, one {# cell has an error. Nothing was saved. Fix it and save again.} other {# cells have errors. Nothing was saved. Fix them and save again.}}',
      { length },
    )
  }
  if (sheet.edits.size <= sheetLimits.rows) return null
  return t('You can save up to {limit} rows at a time. You’ve changed {modified}.', {
    limit: sheetLimits.rows,
    modified: sheet.edits.size,
  })
}

function showFirstProblem(state: SheetState): SheetState {
  const [first] = listProblems(state.sheet)
  return first ? goToCell(state, first.id, first.column) : state
}

type SaveButtonsProps = { reason: string | null; isSaving: boolean; onSave: () => void; onLeave: () => void }

export function SaveButtons({ reason, isSaving, onSave, onLeave }: SaveButtonsProps) {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const [isConfirming, setIsConfirming] = useState(false)
  const label = t('Save All Changes ({modified})', { modified })

  return (
    <>
      <Button aria-disabled={isSaving || undefined} onClick={() => (modified > 0 ? setIsConfirming(true) : onLeave())}>
        {t('Cancel')}
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
        title={t('Discard your changes?')}
        confirmLabel={t('Discard changes')}
        cancelLabel={t('Keep editing')}
        isDangerous
        onConfirm={onLeave}
      >
        <p>
          {t(
            '{modified, plural, one {# row has unsaved changes.} other {# rows have unsaved changes.}} They will be lost. Earlier saves are kept.',
            { modified },
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}

export function LeaveGuard({ onDiscard }: { onDiscard: () => void }) {
  const modified = useSheet(({ sheet }) => sheet.edits.size)
  const guard = useLeaveGuard(modified > 0)
  const { stay, isAsking } = guard

  function leave() {
    onDiscard()
    guard.leave()
  }

  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title={t('Leave without saving?')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      isDangerous
      onConfirm={leave}
    >
      <p>
        {t(
          '{modified, plural, one {# row has unsaved changes.} other {# rows have unsaved changes.}} If you leave this page, they will be lost.',
          { modified },
        )}
      </p>
    </ConfirmDialog>
  )
}

/** Keeps what is typed as a draft, and offers an earlier one once all rows are there. */
export function SheetDraft({ isLoaded }: { isLoaded: boolean }) {
  const store = useSheetStore()
  const { offered, withdraw, write, drop } = useDraft(sheetDraft)

  useEffect(() => {
    let { edits } = store.read().sheet
    return store.subscribe(() => {
      const { sheet } = store.read()
      if (sheet.edits === edits) return
      edits = sheet.edits
      if (edits.size > 0) write(keptEdits(sheet))
      else drop()
    })
  }, [store, write, drop])

  function restore() {
    store.update((state) => restoreEdits(state, offered?.values as KeptEdits[]))
    withdraw()
  }

  function discard() {
    if (store.read().sheet.edits.size === 0) drop()
    withdraw()
  }

  return isLoaded && <DraftNotice draft={{ offered, restore, discard }} />
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
    <section aria-label={t('Conflicts')} className="grid gap-3">
      <Alert
        tone="warning"
        title={t('{rows, plural, one {# row was} other {# rows were}} changed by someone else', {
          rows: conflicts.length,
        })}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={resolve(resolveWithTheirs, all)}>
              {t('Keep theirs for all')}
            </Button>
            <Button size="small" onClick={resolve(resolveWithMine, all)}>
              {t('Keep mine for all')}
            </Button>
          </div>
        }
      >
        {t(
          'Your changes to {rows, plural, one {this row} other {these rows}} aren’t saved yet. Choose what to keep, then save again.',
          { rows: conflicts.length },
        )}
      </Alert>
      <ul className="grid gap-3 lg:grid-cols-2">
        {conflicts.slice(0, maximumShown).map(({ id, base, mine, theirs }) => (
          <li key={id} className="grid content-start gap-3 rounded-lg border bg-raised p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-semibold break-all">{base.sku}</h2>
              <div className="flex gap-2">
                <Button
                  size="small"
                  aria-label={t('Keep theirs for {sku}', { sku: base.sku })}
                  onClick={resolve(resolveWithTheirs, [id])}
                >
                  {t('Keep theirs')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('Keep mine for {sku}', { sku: base.sku })}
                  onClick={resolve(resolveWithMine, [id])}
                >
                  {t('Keep mine')}
                </Button>
              </div>
            </div>
            <table className="w-full table-fixed text-left text-sm">
              <thead className="text-xs text-muted">
                <tr>
                  <th scope="col">{t('Column')}</th>
                  <th scope="col">{t('Theirs')}</th>
                  <th scope="col">{t('Mine')}</th>
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
                      {cell.mine === null ? t('unchanged') : cellTextOrEmpty(cell.mine)}
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
          {t('Showing {shown} of {total}', { shown: maximumShown, total: conflicts.length })}
        </p>
      )}
    </section>
  )
}

const cellTextOrEmpty = (text: string) => text || t('empty')
