/* oxlint-disable jsx-a11y/prefer-tag-over-role -- absolutely positioned rows are no HTML table; the ARIA roles make them a grid for screen readers */
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { sheetColumns, sheetLabels } from '#contract/sheet.ts'
import { tableWidth, useMedia } from '#web/lib/media.ts'
import { isFocusFree } from '#web/ui/focus.ts'
import { createRowSlots } from '../model/row-view.ts'
import { gridSize, rowAt } from '../model/state.ts'
import { useSheet, useSheetStore } from '../sheet-store.ts'
import { type GridActions, useClipboard, useGridKeys, usePointer } from './grid-events.ts'
import { cellId, GridRow } from './grid-row.tsx'
import { columnStyles, headerHeight, headingStyles, widthStyles } from './grid-styles.ts'

type SheetGridProps = { gridRef: RefObject<HTMLDivElement | null>; actions: GridActions }

export function SheetGrid({ gridRef, actions }: SheetGridProps) {
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
  const rendered = virtualizer.getVirtualItems()
  const [slotsOf] = useState(createRowSlots)
  const slots = slotsOf(rendered.map(({ index }) => index))

  useEffect(() => {
    if (isFocusFree()) gridRef.current?.focus({ preventScroll: true })
  }, [gridRef])
  useScrollToCell(gridRef, virtualizer, rowHeight)
  useClipboard(gridRef, store)
  const onKeyDown = useGridKeys(gridRef, store, rowHeight, actions)
  const pointer = usePointer(gridRef, store, rowHeight)

  return (
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label={t('Products')}
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
        {rendered.map(({ index, start }) => (
          <GridRow key={slots.get(index)} index={index} top={start - headerHeight} height={rowHeight} />
        ))}
      </div>
    </div>
  )
}

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
          {t('Status')}
        </div>
      </div>
    </div>
  )
}

type RowMetrics = { rows: number; activeRow: number; rowHeight: number }

/**
 * Row virtualization: renders the visible rows, a few around them and always the active row, whose open editor holds
 * unsaved text.
 */
function useVirtualRows(gridRef: RefObject<HTMLDivElement | null>, { rows, activeRow, rowHeight }: RowMetrics) {
  // oxlint-disable-next-line react/incompatible-library -- it is a rule of the React compiler, which isn't used here
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: (range) => withRow(range, activeRow),
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return virtualizer
}

function withRow(range: Range, row: number): number[] {
  const rendered = defaultRangeExtractor(range)
  return rendered.includes(row) || row >= range.count ? rendered : [...rendered, row].sort((one, other) => one - other)
}

/** In pixels: dense rows on wide screens, touch-sized rows on phones. */
const useRowHeight = (): number => (useMedia(tableWidth) ? 32 : 40)

/** Scrolls the grid to the state's scroll target, and the page if the grid's row is off screen. */
function useScrollToCell(
  gridRef: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rowHeight: number,
): void {
  const cell = useSheet(({ scrollTarget }) => scrollTarget)
  const lastTarget = useRef(cell)

  useEffect(() => {
    if (lastTarget.current === cell) return
    lastTarget.current = cell
    virtualizer.scrollToIndex(cell.row)
    const grid = gridRef.current
    if (!grid) return
    scrollToColumn(grid, cell.column)
    if (!isRowOnScreen(grid, cell.row, rowHeight)) grid.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [gridRef, virtualizer, rowHeight, cell])
}

function scrollToColumn(grid: HTMLElement, column: number) {
  const [first, ...others] = grid.querySelectorAll<HTMLElement>('[role=columnheader]')
  const heading = others[column - 1]
  if (!first || !heading) return
  const left = heading.offsetLeft - first.offsetWidth
  const right = heading.offsetLeft + heading.offsetWidth
  if (left < grid.scrollLeft) grid.scrollLeft = left
  else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth
}

/** In pixels: on narrow screens the menu bar covers the top of the page. */
const menuBarHeight = 56

/** Computed, because the row may not be rendered yet. */
function isRowOnScreen(grid: HTMLElement, row: number, rowHeight: number): boolean {
  const top = grid.getBoundingClientRect().top + headerHeight + row * rowHeight - grid.scrollTop
  return top >= menuBarHeight && top + rowHeight <= window.innerHeight
}
