import { cx } from 'class-variance-authority'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { formatNumber } from '#web/lib/figures.ts'
import { toneIcons } from '#web/ui/tone.ts'
import { cellMessageId } from './grid/grid-cell.tsx'
import { type CellMessage, activeCellMessage } from './model/cell-note.ts'
import { countCells } from './model/selection.ts'
import { selectedRange, gridSize } from './model/state.ts'
import { useSheet, useSheetParts } from './sheet-store.ts'
import type { SheetLoading } from './use-sheet-pages.ts'

const toneStyles = { danger: 'text-danger', warning: 'text-warning', neutral: 'text-muted' } satisfies Record<
  CellMessage['tone'],
  string
>

export function StatusBar({ loading }: { loading: SheetLoading }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-lg border border-t-0 bg-raised px-3 py-1.5 text-sm">
      <CellMessageText />
      <div className="flex flex-wrap gap-x-4 text-muted">
        <SelectionCount />
        <RowCount loading={loading} />
      </div>
    </div>
  )
}

function CellMessageText() {
  const { tone, text } = useSheetParts(activeCellMessage)
  const Icon = toneIcons[tone === 'neutral' ? 'info' : tone]
  return (
    <p
      id={cellMessageId}
      aria-live={tone === 'warning' ? 'polite' : 'off'}
      className={cx('flex min-w-0 items-center gap-1.5', toneStyles[tone])}
    >
      {text && <Icon aria-hidden className="size-4 shrink-0" />}
      {text}
    </p>
  )
}

function SelectionCount() {
  const count = useSheet((state) => countCells(selectedRange(state)))
  return count > 1 ? <span>{formatNumber(count)} cells selected</span> : null
}

function RowCount({ loading }: { loading: SheetLoading }) {
  const loaded = useSheet(({ sheet }) => sheet.rows.length)
  const shown = useSheet((state) => gridSize(state).rows)
  const isFiltered = useSheet(({ view }) => view.filter !== 'all')
  const isLoading = loading.state === 'loading'
  return (
    <output aria-live={isLoading ? 'off' : 'polite'} className="flex items-center gap-1.5">
      {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
      {isFiltered && `${formatNumber(shown)} shown · `}
      {loading.state === 'done' || loading.total === null
        ? `${formatNumber(loaded)} rows`
        : `${formatNumber(loaded)} of ${formatNumber(loading.total)} rows`}
    </output>
  )
}
