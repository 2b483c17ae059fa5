import Undo2 from 'lucide-react/icons/undo-2'
import { useContext, useState } from 'react'
import { bulkApi, type ChangeSetRow, mostShown, type UndoConflict, type UndoResult } from '#contract/bulk.ts'
import { locale, t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { TimeZone } from '#web/shared/relative-time.tsx'
import { useUndoChangeSet } from '#web/shared/undo-changes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { fieldLabel, fieldText, resourceLabels } from './labels.ts'

type UndoButtonProps = { change: ChangeSetRow; onUndo: (change: ChangeSetRow) => void }

/** Rendered only while the change set can still be undone. */
export function UndoButton({ change, onUndo }: UndoButtonProps) {
  return (
    change.undoableUntil && (
      <PermittedButton
        size="small"
        access={bulkApi.undo.access}
        task={t('undo bulk changes')}
        aria-label={t('Undo {summary}', { summary: change.summary })}
        onClick={() => onUndo(change)}
      >
        <Undo2 aria-hidden />
        {t('Undo')}
      </PermittedButton>
    )
  )
}

type UndoChangeDialogProps = { change: ChangeSetRow | null; onClose: () => void }

/** Confirms the undo of a change set; afterwards lists the rows that the undo skipped. */
export function UndoChangeDialog({ change, onClose }: UndoChangeDialogProps) {
  const undo = useUndoChangeSet()
  const [leftAlone, setLeftAlone] = useState<UndoResult | null>(null)

  function close() {
    undo.reset()
    onClose()
  }

  function confirm() {
    if (!change) return
    undo.mutate(change.id, {
      onSuccess: (result) => {
        close()
        if (result.conflicted > 0) setLeftAlone(result)
      },
    })
  }

  return (
    <>
      <ConfirmDialog
        open={change !== null}
        onOpenChange={close}
        title={t('Undo this bulk change?')}
        confirmLabel={t('Undo')}
        isDangerous
        isPending={undo.isPending}
        onConfirm={confirm}
      >
        {change && <Consequences change={change} />}
        {undo.error && <Alert tone="danger">{errorMessage(undo.error)}</Alert>}
      </ConfirmDialog>
      <UndoConflicts result={leftAlone} onClose={() => setLeftAlone(null)} />
    </>
  )
}

function Consequences({ change: { summary, updated, created, undoableUntil } }: { change: ChangeSetRow }) {
  const timeZone = useContext(TimeZone)
  return (
    <>
      <p className="font-medium text-ink">{summary}</p>
      <p>
        {[
          updated > 0 &&
            t(
              '{updated, plural, one {# SKU will revert to its earlier values.} other {# SKUs will revert to their earlier values.}}',
              { updated },
            ),
          created > 0 &&
            t('{created, plural, one {# added SKU will be removed.} other {# added SKUs will be removed.}}', {
              created,
            }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p>{t('Anything changed since then will stay as is. You’ll get a list.')}</p>
      {undoableUntil && (
        <p>{t('This can be undone until {undoableUntil}.', { undoableUntil: formatDay(undoableUntil, timeZone) })}</p>
      )}
    </>
  )
}

function formatDay(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone }).format(new Date(moment))
}

type UndoConflictsProps = { result: UndoResult | null; onClose: () => void }

/** Rows that an undo skipped because somebody changed them after the bulk change. */
function UndoConflicts({ result, onClose }: UndoConflictsProps) {
  return (
    <Drawer open={result !== null} onOpenChange={onClose} side="right" size="detail" title={t('Skipped')}>
      {result && (
        <>
          <p className="px-4 pb-3 text-muted">
            {t(
              '{undone, plural, one {# SKU restored} other {# SKUs restored}}, {conflicted} skipped due to newer changes. Edit those manually if needed.',
              { undone: result.undone, conflicted: result.conflicted },
            )}{' '}
            {result.conflicts.length === mostShown &&
              t('Showing the first {mostShown}. To see them all, choose View in the history.', { mostShown })}
          </p>
          <ul aria-label={t('Skipped')} className="divide-y border-t">
            {result.conflicts.map((conflict) => (
              <Conflict key={`${conflict.row} ${conflict.resource}`} conflict={conflict} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}

function Conflict({ conflict: { label, resource, reason, cells } }: { conflict: UndoConflict }) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <div>
        <p className="font-medium wrap-anywhere">
          {label} <span className="font-normal text-muted">{resourceLabels[resource]}</span>
        </p>
        <p className="text-sm text-muted">{reason}</p>
      </div>
      <ConflictCells label={label} cells={cells} />
    </li>
  )
}

function ConflictCells({ label, cells }: Pick<UndoConflict, 'label' | 'cells'>) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="text-xs text-muted">
        <tr>
          {[t('Field'), t('Before'), t('Set to'), t('Now')].map((heading) => (
            <th key={heading} scope="col" className="py-1 pr-3 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ field, before, after, current }) => (
          <tr key={field} className="align-top wrap-anywhere">
            <th scope="row" className="py-1 pr-3 font-normal text-muted">
              {fieldLabel(field)}
            </th>
            <td className="py-1 pr-3">{fieldText(field, before)}</td>
            <td className="py-1 pr-3">{fieldText(field, after)}</td>
            <td className="py-1 font-medium">{fieldText(field, current)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
