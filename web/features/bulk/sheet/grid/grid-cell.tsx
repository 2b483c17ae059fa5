/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- see grid-row.tsx; a gridcell may be read-only by ARIA 1.2 */
import CircleAlert from 'lucide-react/icons/circle-alert'
import Lock from 'lucide-react/icons/lock'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type SheetColumn, sheetColumns } from '#contract/sheet.ts'
import { savedText } from '../model/cells.ts'
import { isLocked, isOverwritten, warningAt } from '../model/locks.ts'
import { cellProblem } from '../model/problems.ts'
import type { RowPicture } from '../model/row-picture.ts'
import { CellEditor } from './cell-editor.tsx'
import { cellLook } from './grid-look.ts'

export const cellId = (rowId: string, column: SheetColumn) => `sheet-${rowId}-${column}`
export const cellNoteId = 'sheet-cell-note'

type GridCellProps = { picture: RowPicture & { row: NonNullable<RowPicture['row']> }; column: SheetColumn }

export function GridCell({ picture, column }: GridCellProps) {
  const { row, edits, editing } = picture
  const index = sheetColumns.indexOf(column)
  const edit = edits?.[column]
  const text = edit ?? savedText(row, column)
  const problem = cellProblem(column, { text, ...picture })
  const isActive = index === picture.activeColumn
  const isSelected = index >= picture.selectedFrom && index <= picture.selectedTo
  const hasHandle = index === picture.handleColumn
  const isNumber = column === 'price' || column === 'quantity'

  return (
    <div
      role="gridcell"
      id={cellId(row.id, column)}
      aria-colindex={index + 1}
      aria-selected={isSelected}
      aria-invalid={problem ? true : undefined}
      aria-readonly={picture.isReadOnly || isLocked(row, column) || undefined}
      aria-describedby={isActive ? cellNoteId : undefined}
      data-column={index}
      title={problem ?? warningAt(row, column) ?? text}
      className={cellLook({
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
