import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { useSheet } from '../sheet-store.ts'
import { headerHeight } from './grid-look.ts'

/** Scrolls to the cell that is to be in sight: the frame, and the page where the frame itself is out of sight. */
export function useScrollToCell(
  gridRef: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rowHeight: number,
): void {
  const cell = useSheet(({ scrollTarget }) => scrollTarget)
  const seen = useRef(cell)

  useEffect(() => {
    if (seen.current === cell) return
    seen.current = cell
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

/** The bar with the menu covers the top of narrow screens. */
const menuBarHeight = 56

/** Reckoned, because the row may not be drawn yet. */
function isRowOnScreen(grid: HTMLElement, row: number, rowHeight: number): boolean {
  const top = grid.getBoundingClientRect().top + headerHeight + row * rowHeight - grid.scrollTop
  return top >= menuBarHeight && top + rowHeight <= window.innerHeight
}
