import Keyboard from 'lucide-react/icons/keyboard'
import Redo2 from 'lucide-react/icons/redo-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { sheetLabels } from '#contract/sheet.ts'
import { ShortcutList, sheetKeys } from '#web/shared/keyboard-shortcuts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { FindBox, type FindState } from './find.tsx'
import { rowOf, textIn } from './model/sheet.ts'
import { type Filter, filterView, goToCell, setView, type SheetState } from './model/state.ts'
import { redo, revertRows, undo } from './model/undo.ts'
import { type CellProblem, listProblems } from './model/validation.ts'
import { useSheet, useSheetStore } from './sheet-store.ts'

type SheetToolbarProps = { find: FindState; findRef: RefObject<HTMLInputElement | null>; onLeave: () => void }

export function SheetToolbar({ find, findRef, onLeave }: SheetToolbarProps) {
  const store = useSheetStore()
  const sheet = useSheet((state) => state.sheet)
  const canUndo = useSheet(({ history }) => history.past.length > 0)
  const canRedo = useSheet(({ history }) => history.future.length > 0)
  const problems = useMemo(() => listProblems(sheet), [sheet])
  const [isListOpen, setIsListOpen] = useState(false)

  const run = (change: (state: SheetState) => SheetState) => () => {
    store.update(change)
    onLeave()
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <FindBox find={find} inputRef={findRef} onLeave={onLeave} />
        <FilterToggle filter="modified">{t('Only modified ({count})', { count: sheet.edits.size })}</FilterToggle>
        <FilterToggle filter="errors">{t('Only with errors ({count})', { count: problems.length })}</FilterToggle>
        {problems.length > 0 && (
          <Button size="small" variant="quiet" aria-expanded={isListOpen} onClick={() => setIsListOpen(!isListOpen)}>
            {isListOpen ? t('Hide errors') : t('List errors')}
          </Button>
        )}
        <div className="ml-auto flex gap-1">
          <IconButton label={t('Undo')} isBlocked={!canUndo} onClick={run(undo)}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label={t('Redo')} isBlocked={!canRedo} onClick={run(redo)}>
            <Redo2 aria-hidden />
          </IconButton>
          <IconButton
            label={t('Revert the selected rows')}
            isBlocked={sheet.edits.size === 0}
            onClick={run(revertRows)}
          >
            <RotateCcw aria-hidden />
          </IconButton>
          <ShortcutHelp />
        </div>
      </div>
      {isListOpen && problems.length > 0 && <ErrorList problems={problems} onChosen={onLeave} />}
    </div>
  )
}

function FilterToggle({ filter, children }: { filter: Filter; children: ReactNode }) {
  const store = useSheetStore()
  const isOn = useSheet(({ view }) => view.filter === filter)
  return (
    <Button
      size="small"
      variant={isOn ? 'primary' : 'secondary'}
      aria-pressed={isOn}
      onClick={() => store.update((state) => setView(state, filterView(state.sheet, isOn ? 'all' : filter)))}
    >
      {children}
    </Button>
  )
}

type IconButtonProps = { label: string; isBlocked: boolean; onClick: () => void; children: ReactNode }

function IconButton({ label, isBlocked, onClick, children }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button variant="quiet" size="icon" aria-label={label} aria-disabled={isBlocked || undefined} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  )
}

/** The next ones appear as these are corrected. */
const maximumListed = 100

type ErrorListProps = { problems: readonly CellProblem[]; onChosen: () => void }

function ErrorList({ problems, onChosen }: ErrorListProps) {
  const store = useSheetStore()
  const { sheet } = store.read()

  function open({ id, column }: CellProblem) {
    store.update((state) => goToCell(state, id, column))
    onChosen()
  }

  return (
    <section aria-label={t('Errors')} className="rounded-lg border bg-raised text-sm">
      <ul className="max-h-48 overflow-y-auto p-1">
        {problems.slice(0, maximumListed).map((problem) => {
          const row = rowOf(sheet, problem.id)
          return (
            <li key={`${problem.id} ${problem.column}`}>
              <button
                type="button"
                className="flex min-h-10 w-full flex-wrap items-center gap-x-2 rounded-md px-2 text-left hover:bg-hover md:min-h-8"
                onClick={() => open(problem)}
              >
                <span className="font-medium">{row && textIn(sheet, row, 'sku')}</span>{' '}
                <span className="text-muted">{sheetLabels[problem.column]}</span>{' '}
                <span className="text-danger">{problem.message}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {problems.length > maximumListed && (
        <p className="border-t px-3 py-2 text-muted">
          {t('Showing {shown} of {total}', { shown: maximumListed, total: problems.length })}
        </p>
      )}
    </section>
  )
}

function ShortcutHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip content={t('Keyboard shortcuts')}>
        <Button variant="quiet" size="icon" aria-label={t('Keyboard shortcuts')} onClick={() => setIsOpen(true)}>
          <Keyboard aria-hidden />
        </Button>
      </Tooltip>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('Keyboard shortcuts')}
        description={t('While you work in the sheet')}
      >
        <ShortcutList shortcuts={sheetKeys} />
      </Dialog>
    </>
  )
}
