/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- absolutely positioned rows are no HTML table; the ARIA roles make them a grid for screen readers. A gridcell may be read-only by ARIA 1.2 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import Lock from 'lucide-react/icons/lock'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { type SheetColumn, sheetColumns, sheetLabels } from '#contract/sheet.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cancelEdit, commitEdit } from '../model/edit.ts'
import { type RowView, toRowView } from '../model/row-view.ts'
import type { Motion } from '../model/selection.ts'
import { isLocked, isOverwritten, riskAt, savedText, warningAt } from '../model/sheet.ts'
import type { Editing } from '../model/state.ts'
import { cellProblem } from '../model/validation.ts'
import { useSheetParts, useSheetStore } from '../sheet-store.ts'
import { cellStyles, columnStyles } from './grid-styles.ts'
import { editorExit } from './keyboard.ts'

type GridRowProps = { index: number; top: number; height: number }

export const GridRow = memo(function GridRow({ index, top, height }: GridRowProps) {
  const rowView = useSheetParts((state) => toRowView(state, index))
  const { row, edits, isInConflict } = rowView
  if (!row) return null
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={`absolute inset-x-0 [contain:layout_size_style] ${columnStyles}`}
      style={{ top, height }}
    >
      {sheetColumns.map((column) => (
        <GridCell key={column} column={column} rowView={{ ...rowView, row }} />
      ))}
      <div
        role="gridcell"
        aria-colindex={sheetColumns.length + 1}
        className="flex items-center border-b bg-raised px-2"
      >
        {isInConflict ? (
          <Badge tone="warning">{t('Conflict')}</Badge>
        ) : (
          edits && (
            <Badge tone="info" icon={<Pencil aria-hidden />}>
              {t('Modified')}
            </Badge>
          )
        )}
      </div>
    </div>
  )
})

export const cellId = (rowId: string, column: SheetColumn) => `sheet-${rowId}-${column}`

export const cellMessageId = 'sheet-cell-note'

type GridCellProps = { rowView: RowView & { row: NonNullable<RowView['row']> }; column: SheetColumn }

function GridCell({ rowView, column }: GridCellProps) {
  const { row, edits, editing } = rowView
  const index = sheetColumns.indexOf(column)
  const edit = edits?.[column]
  const text = edit ?? savedText(row, column)
  const problem = cellProblem(column, { text, ...rowView })
  const risk = riskAt(row, column, edit)
  const isActive = index === rowView.activeColumn
  const isSelected = index >= rowView.selectedFrom && index <= rowView.selectedTo
  const hasHandle = index === rowView.handleColumn
  const isNumber = column === 'price' || column === 'quantity'

  return (
    <div
      role="gridcell"
      id={cellId(row.id, column)}
      aria-colindex={index + 1}
      aria-selected={isSelected}
      aria-invalid={problem ? true : undefined}
      aria-readonly={rowView.isReadOnly || isLocked(row, column) || undefined}
      aria-describedby={isActive ? cellMessageId : undefined}
      data-column={index}
      title={problem ?? risk ?? warningAt(row, column) ?? text}
      className={cellStyles({
        isNumber,
        isFirst: index === 0,
        bar: problem ? 'bad' : edits ? 'modified' : 'none',
        background: isSelected && !isActive ? 'selected' : problem ? 'bad' : edit === undefined ? 'plain' : 'changed',
        isActive,
        isPositioned: (isActive && editing !== null) || hasHandle,
      })}
    >
      {problem && <CircleAlert aria-hidden className="text-danger" />}
      {risk && <TriangleAlert aria-hidden className="text-warning" />}
      {!problem && isLocked(row, column) && <Lock aria-hidden className="text-muted" />}
      {!problem && isOverwritten(row, column) && <RefreshCw aria-hidden className="text-muted" />}
      {text}
      {isActive && editing && <CellEditor column={column} sku={row.sku} text={text} mode={editing.mode} />}
      {hasHandle && (
        <span
          data-fill-handle
          className="absolute right-0 bottom-0 size-2.5 cursor-crosshair border-t border-l border-raised bg-accent pointer-coarse:hidden"
        />
      )}
    </div>
  )
}

type CellEditorProps = { column: SheetColumn; sku: string; text: string; mode: Editing['mode'] }

/** On-screen keyboards of the number columns. */
const inputModes = { price: 'decimal', quantity: 'numeric' } as const

/** Uncontrolled input: the store gets the text when the editor is left, so typing re-renders nothing else. */
function CellEditor({ column, sku, text, mode }: CellEditorProps) {
  const store = useSheetStore()
  const input = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])

  function leave(motion: Motion | null) {
    const typed = input.current?.value ?? ''
    store.update((state) => (motion ? commitEdit(state, typed, motion) : cancelEdit(state)))
    input.current?.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return event.stopPropagation()
    const exit = editorExit(event, mode)
    if (exit === 'save') return leave({})
    event.stopPropagation()
    if (!exit) return
    event.preventDefault()
    leave(exit === 'cancel' ? null : exit)
  }

  return (
    <input
      ref={input}
      aria-label={t('{column} for {sku}', { column: sheetLabels[column], sku })}
      defaultValue={mode === 'typing' ? '' : text}
      inputMode={column === 'price' || column === 'quantity' ? inputModes[column] : 'text'}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => {
        // Switching to another window blurs the input too, but must not end editing.
        if (document.activeElement !== target) store.update((state) => commitEdit(state, target.value))
      }}
      className="absolute inset-0 w-full bg-raised px-2 text-lg text-ink outline-2 -outline-offset-2 outline-accent select-text md:text-sm"
    />
  )
}
