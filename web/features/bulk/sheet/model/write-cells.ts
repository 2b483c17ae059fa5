import { formatNumber } from '#web/lib/figures.ts'
import { type CellEdit, editCells, toEdit } from './edit-cells.ts'
import { pushStep } from './history.ts'
import { lockedNotice, isLocked } from './locks.ts'
import type { CellPosition } from './selection.ts'
import type { SheetState } from './state.ts'
import { columnAt, rowAt } from './view.ts'

export type PlacedText = CellPosition & { text: string }

/** Writes texts into cells as one step. Locked cells stay as they are, which is said where it makes a difference. */
export function writeCells(state: SheetState, texts: readonly PlacedText[], notice = ''): SheetState {
  if (state.lock) return { ...state, notice: state.lock }
  const cells: CellEdit[] = []
  let refused = 0
  for (const { row, column, text } of texts) {
    const target = rowAt(state.sheet, state.view, row)
    if (!target) continue
    const cell = { id: target.id, column: columnAt(column), text }
    if (!isLocked(target, cell.column)) cells.push(cell)
    else if (toEdit(target, cell.column, text) !== undefined) refused += 1
  }
  const { sheet, step } = editCells(state.sheet, cells)
  return {
    ...state,
    sheet,
    history: step ? pushStep(state.history, step) : state.history,
    notice: [notice, refused > 0 && lockedCellsNotice(refused, texts.length)].filter(Boolean).join(' '),
  }
}

function lockedCellsNotice(refused: number, all: number): string {
  if (all === 1) return lockedNotice
  return refused === 1
    ? '1 SKU was left as it is: Amazon knows it by its code.'
    : `${formatNumber(refused)} SKUs were left as they are: Amazon knows them by their codes.`
}
