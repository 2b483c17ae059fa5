/** Position of a cell among the rows in view. */
export type CellPosition = { row: number; column: number }
/** A block: the active cell and the opposite corner. */
export type Selection = { active: CellPosition; head: CellPosition }
export type Range = { top: number; left: number; bottom: number; right: number }
export type Size = { rows: number; columns: number }
/** Steps down and to the right; an infinite step goes to the edge. */
export type Motion = { rows?: number; columns?: number }

export const select = (position: CellPosition): Selection => ({ active: position, head: position })

export const selectRange = ({ top, left, bottom, right }: Range): Selection => ({
  active: { row: top, column: left },
  head: { row: bottom, column: right },
})

export function move({ active, head }: Selection, { rows = 0, columns = 0 }: Motion, size: Size, extend = false) {
  const from = extend ? head : active
  const to = clampToSize({ row: from.row + rows, column: from.column + columns }, size)
  return extend ? { active, head: to } : select(to)
}

export function selectAll(size: Size): Selection {
  return { active: { row: 0, column: 0 }, head: clampToSize({ row: Infinity, column: Infinity }, size) }
}

export function clampToSize({ row, column }: CellPosition, { rows, columns }: Size): CellPosition {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

export function rangeOf({ active, head }: Selection): Range {
  return {
    top: Math.min(active.row, head.row),
    left: Math.min(active.column, head.column),
    bottom: Math.max(active.row, head.row),
    right: Math.max(active.column, head.column),
  }
}

export const countCells = ({ top, left, bottom, right }: Range): number => (bottom - top + 1) * (right - left + 1)

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1))
