/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- see grid-row.tsx; a gridcell may be read-only by ARIA 1.2 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import Lock from 'lucide-react/icons/lock'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type SheetColumn, sheetColumns } from '#contract/sheet.ts'
import { savedText } from '../model/cells.ts'
import { isLocked, isOverwritten, warningAt } from '../model/locks.ts'
import { cellProblem } from '../model/problems.ts'
import type { RowView } from '../model/row-picture.ts'
import { CellEditor } from './cell-editor.tsx'
import { cellStyles } from './grid-look.ts'

export const cellId = (rowId: string, column: SheetColumn) => `sheet-${rowId}-${column}`
export const cellMessageId = 'sheet-cell-note'

type GridCellProps = { rowView: RowView & { row: NonNullable<RowView['row']> }; column: SheetColumn }

export function GridCell({ rowView, column }: GridCellProps) {
  const { row, edits, editing } = rowView
  const index = sheetColumns.indexOf(column)
  const edit = edits?.[column]
  const text = edit ?? savedText(row, column)
  const problem = cellProblem(column, { text, ...rowView })
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
      title={problem ?? warningAt(row, column) ?? text}
      className={cellStyles({
        isNumber,
        isFirst: index === 0,
        bar: problem ? 'bad' : edits ? 'modified' : 'none',
        ground: isSelected && !isActive ? 'selected' : problem ? 'bad' : edit === undefined ? 'plain' : 'changed',
        isActive,
        isHolding: (isActive && editing !== null) || hasHandle,
      })}
    >
      {problem && <CircleAlert aria-hidden className="text-danger" />}
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
