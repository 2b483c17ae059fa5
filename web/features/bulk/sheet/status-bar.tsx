import { cx } from 'class-variance-authority'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { figure } from '#web/lib/figures.ts'
import { toneIcons } from '#web/ui/tone.ts'
import { cellNoteId } from './grid/grid-cell.tsx'
import { type CellNote, noteOf } from './model/cell-note.ts'
import { cellsIn } from './model/selection.ts'
import { selectedRange, sizeIn } from './model/state.ts'
import { useSheet, useSheetParts } from './sheet-store.ts'
import type { Loading } from './use-sheet-pages.ts'

const noteLook = { danger: 'text-danger', warning: 'text-warning', neutral: 'text-muted' } satisfies Record<
  CellNote['tone'],
  string
>

export function StatusBar({ loading }: { loading: Loading }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-lg border border-t-0 bg-raised px-3 py-1.5 text-sm">
      <Note />
      <div className="flex flex-wrap gap-x-4 text-muted">
        <Selected />
        <RowCount loading={loading} />
      </div>
    </div>
  )
}

function Note() {
  const { tone, text } = useSheetParts(noteOf)
  const Icon = toneIcons[tone === 'neutral' ? 'info' : tone]
  return (
    <p
      id={cellNoteId}
      aria-live={tone === 'warning' ? 'polite' : 'off'}
      className={cx('flex min-w-0 items-center gap-1.5', noteLook[tone])}
    >
      {text && <Icon aria-hidden className="size-4 shrink-0" />}
      {text}
    </p>
  )
}

function Selected() {
  const count = useSheet((state) => cellsIn(selectedRange(state)))
  return count > 1 ? <span>{figure(count)} cells selected</span> : null
}

function RowCount({ loading }: { loading: Loading }) {
  const loaded = useSheet(({ sheet }) => sheet.rows.length)
  const shown = useSheet((state) => sizeIn(state).rows)
  const isFiltered = useSheet(({ view }) => view.filter !== 'all')
  const isLoading = loading.state === 'loading'
  return (
    <output aria-live={isLoading ? 'off' : 'polite'} className="flex items-center gap-1.5">
      {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
      {isFiltered && `${figure(shown)} shown · `}
      {loading.state === 'done' || loading.total === null
        ? `${figure(loaded)} rows`
        : `${figure(loaded)} of ${figure(loading.total)} rows`}
    </output>
  )
}
