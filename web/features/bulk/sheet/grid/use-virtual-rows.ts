import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { headerHeight } from './grid-look.ts'

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
