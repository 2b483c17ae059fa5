import type { CellPosition } from '../model/selection.ts'
import { headerHeight } from './grid-look.ts'

/** The cell under a point, reckoned from the frame: also for points outside of it and rows that aren't drawn. */
export function positionAt(grid: HTMLElement, { x, y }: { x: number; y: number }, rowHeight: number): CellPosition {
  const frame = grid.getBoundingClientRect()
  const row = Math.floor((y - frame.top - grid.clientTop - headerHeight + grid.scrollTop) / rowHeight)
  const [first, ...others] = grid.querySelectorAll<HTMLElement>('[role=columnheader]')
  const fromLeft = x - frame.left - grid.clientLeft
  if (fromLeft < (first?.offsetWidth ?? 0)) return { row, column: 0 }
  const column = others.findLastIndex((heading) => heading.offsetLeft <= fromLeft + grid.scrollLeft)
  return { row, column: column + 1 }
}
