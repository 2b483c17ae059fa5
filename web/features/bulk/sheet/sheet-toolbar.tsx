import Redo2 from 'lucide-react/icons/redo-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, type RefObject, useMemo, useState } from 'react'
import { formatNumber } from '#web/lib/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ErrorList } from './error-list.tsx'
import { FindBox } from './find-box.tsx'
import { ShortcutHelp } from './key-help.tsx'
import { listProblems } from './model/problems.ts'
import { revertRows } from './model/revert.ts'
import { type SheetState, setView } from './model/state.ts'
import { redo, undo } from './model/undo.ts'
import { type Filter, filterView } from './model/view.ts'
import { useSheet, useSheetStore } from './sheet-store.ts'
import type { FindState } from './use-find.ts'

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
        <FilterToggle filter="modified">Only modified ({formatNumber(sheet.edits.size)})</FilterToggle>
        <FilterToggle filter="errors">Only with errors ({formatNumber(problems.length)})</FilterToggle>
        {problems.length > 0 && (
          <Button size="small" variant="quiet" aria-expanded={isListOpen} onClick={() => setIsListOpen(!isListOpen)}>
            {isListOpen ? 'Hide errors' : 'List errors'}
          </Button>
        )}
        <div className="ml-auto flex gap-1">
          <IconButton label="Undo" isBlocked={!canUndo} onClick={run(undo)}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label="Redo" isBlocked={!canRedo} onClick={run(redo)}>
            <Redo2 aria-hidden />
          </IconButton>
          <IconButton label="Revert the selected rows" isBlocked={sheet.edits.size === 0} onClick={run(revertRows)}>
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
