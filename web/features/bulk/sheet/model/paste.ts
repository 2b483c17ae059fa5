import type { CellPosition, Range, Size } from './selection.ts'

type PlacedText = CellPosition & { text: string }
type PlacedBlock = { cells: PlacedText[]; range: Range; rowsLeftOut: number; columnsLeftOut: number }

/** Lays a block over a selection: at its first cell, or over all of it when it fits in a whole number of times. */
export function placeBlock(block: readonly (readonly string[])[], selected: Range, size: Size): PlacedBlock {
  const height = block.length
  const width = Math.max(...block.map((row) => row.length))
  const rows = repeated(height, selected.bottom - selected.top + 1)
  const columns = repeated(width, selected.right - selected.left + 1)
  const fittingRows = Math.min(rows, size.rows - selected.top)
  const fittingColumns = Math.min(columns, size.columns - selected.left)

  const cells: PlacedText[] = []
  for (let down = 0; down < fittingRows; down += 1) {
    for (let right = 0; right < fittingColumns; right += 1) {
      const text = block[down % height]?.[right % width]
      if (text !== undefined) cells.push({ row: selected.top + down, column: selected.left + right, text })
    }
  }
  const { top, left } = selected
  return {
    cells,
    range: { top, left, bottom: top + fittingRows - 1, right: left + fittingColumns - 1 },
    rowsLeftOut: rows - fittingRows,
    columnsLeftOut: columns - fittingColumns,
  }
}

const repeated = (length: number, room: number) => (room % length === 0 ? room : length)
