import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { useSheet } from '../sheet-store.ts'

/** Scrolls, inside its frame only, to the cell that is to be in sight. */
export function useReveal(
  gridRef: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const cell = useSheet(({ inSight }) => inSight)
  const seen = useRef(cell)

  useEffect(() => {
    if (seen.current === cell) return
    seen.current = cell
    virtualizer.scrollToIndex(cell.row)
    if (gridRef.current) revealColumn(gridRef.current, cell.column)
  }, [gridRef, virtualizer, cell])
}

function revealColumn(grid: HTMLElement, column: number) {
  const [first, ...others] = grid.querySelectorAll<HTMLElement>('[role=columnheader]')
  const heading = others[column - 1]
  if (!first || !heading) return
  const left = heading.offsetLeft - first.offsetWidth
  const right = heading.offsetLeft + heading.offsetWidth
  if (left < grid.scrollLeft) grid.scrollLeft = left
  else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth
}
