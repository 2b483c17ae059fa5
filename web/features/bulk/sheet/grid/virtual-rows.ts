import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSheet } from '../sheet-store.ts'
import { headerHeight } from './grid-styles.ts'

type RowMetrics = { rows: number; activeRow: number; rowHeight: number }

/** Draws the rows in sight, some around them, and always the active one: an open cell keeps what is typed into it. */
export function useVirtualRows(gridRef: RefObject<HTMLDivElement | null>, { rows, activeRow, rowHeight }: RowMetrics) {
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
  const drawn = defaultRangeExtractor(range)
  return drawn.includes(row) || row >= range.count ? drawn : [...drawn, row].sort((one, other) => one - other)
}

/**
 * Which drawn row has which place in the document. A row keeps its place as long as it is drawn, and one that comes into sight
 * takes the place of one that went: filling it with other texts costs a fraction of making it anew.
 */
export function createRowSlots() {
  let taken = new Map<number, number>()
  return (drawn: readonly number[]): ReadonlyMap<number, number> => {
    const kept = new Set(drawn.flatMap((index) => taken.get(index) ?? []))
    let next = 0
    const takeFree = () => {
      while (kept.has(next)) next += 1
      return next++
    }
    taken = new Map(drawn.map((index) => [index, taken.get(index) ?? takeFree()]))
    return taken
  }
}

const wide = '(width >= 48rem)'

/** Dense where there is a mouse's worth of room, a thumb's size on phones. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches) ? 32 : 40
}

function subscribe(listener: () => void) {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

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
