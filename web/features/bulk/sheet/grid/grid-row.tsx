/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by hand are no table to a browser; the roles make them one to a screen reader */
import Pencil from 'lucide-react/icons/pencil'
import { memo } from 'react'
import { sheetColumns } from '#contract/sheet.ts'
import { Badge } from '#web/ui/badge.tsx'
import { toRowView } from '../model/row-picture.ts'
import { useSheetParts } from '../sheet-store.ts'
import { GridCell } from './grid-cell.tsx'
import { columnStyles } from './grid-look.ts'

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
          <Badge tone="warning">Conflict</Badge>
        ) : (
          edits && (
            <Badge tone="info" icon={<Pencil aria-hidden />}>
              Modified
            </Badge>
          )
        )}
      </div>
    </div>
  )
})
