import { type RefObject, useEffect, useState } from 'react'
import { sheetColumns, sheetLabels } from '#contract/sheet.ts'
import { isFocusFree } from '#web/ui/focus.ts'
import { gridSize, rowAt } from '../model/state.ts'
import { useSheet, useSheetStore } from '../sheet-store.ts'
import { type GridActions, useClipboard, useGridKeys, usePointer } from './grid-events.ts'
import { cellId, GridRow } from './grid-row.tsx'
import { columnStyles, headerHeight, headingStyles, widthStyles } from './grid-styles.ts'
import { createRowSlots, useRowHeight, useScrollToCell, useVirtualRows } from './virtual-rows.ts'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by hand are no table to a browser; the roles make them one to a screen reader */
type SheetGridProps = { gridRef: RefObject<HTMLDivElement | null>; calls: GridActions }

export function SheetGrid({ gridRef, calls }: SheetGridProps) {
  const store = useSheetStore()
  const rows = useSheet((state) => gridSize(state).rows)
  const activeRow = useSheet((state) => state.selection.active.row)
  const isReadOnly = useSheet((state) => state.lock !== null)
  const activeCell = useSheet(({ sheet, view, selection: { active } }) => {
    const row = rowAt(sheet, view, active.row)
    const column = sheetColumns[active.column]
    return row && column && cellId(row.id, column)
  })
  const rowHeight = useRowHeight()
  const virtualizer = useVirtualRows(gridRef, { rows, activeRow, rowHeight })
  const drawn = virtualizer.getVirtualItems()
  const [slotsOf] = useState(createRowSlots)
  const slots = slotsOf(drawn.map(({ index }) => index))

  useEffect(() => {
    if (isFocusFree()) gridRef.current?.focus({ preventScroll: true })
  }, [gridRef])
  useScrollToCell(gridRef, virtualizer, rowHeight)
  useClipboard(gridRef, store)
  const onKeyDown = useGridKeys(gridRef, store, rowHeight, calls)
  const pointer = usePointer(gridRef, store, rowHeight)

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label="Products"
      aria-rowcount={rows + 1}
      aria-colcount={sheetColumns.length + 1}
      aria-multiselectable
      aria-readonly={isReadOnly}
      aria-activedescendant={activeCell}
      onKeyDown={onKeyDown}
      {...pointer}
      className="group/sheet relative max-h-[max(16rem,calc(100dvh-14rem))] scroll-mt-16 scroll-mb-4 overflow-auto overscroll-x-contain rounded-t-lg border bg-sunken outline-none focus-visible:border-accent"
    >
      <GridHeading />
      <div role="rowgroup" className={`relative ${widthStyles}`} style={{ height: rows * rowHeight }}>
        {drawn.map(({ index, start }) => (
          <GridRow key={slots.get(index)} index={index} top={start - headerHeight} height={rowHeight} />
        ))}
      </div>
    </div>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by hand are no table to a browser; the roles make them one to a screen reader */
function GridHeading() {
  return (
    <div role="rowgroup" className={`sticky top-0 z-10 ${widthStyles}`}>
      <div role="row" aria-rowindex={1} className={columnStyles} style={{ height: headerHeight }}>
        {sheetColumns.map((column, index) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={index + 1}
            className={headingStyles({ isFirst: index === 0, isNumber: column === 'price' || column === 'quantity' })}
          >
            {sheetLabels[column]}
          </div>
        ))}
        <div role="columnheader" aria-colindex={sheetColumns.length + 1} className={headingStyles()}>
          Status
        </div>
      </div>
    </div>
  )
}
