import { figure } from '#web/lib/figures.ts'
import { type CellEdit, editCells, editOf } from './edit-cells.ts'
import { record } from './history.ts'
import { lockedNotice, isLocked } from './locks.ts'
import type { Place } from './selection.ts'
import type { SheetState } from './state.ts'
import { columnAt, rowAt } from './view.ts'

export type PlacedText = Place & { text: string }

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
    else if (editOf(target, cell.column, text) !== undefined) refused += 1
  }
  const { sheet, step } = editCells(state.sheet, cells)
  return {
    ...state,
    sheet,
    history: step ? record(state.history, step) : state.history,
    notice: [notice, refused > 0 && leftAlone(refused, texts.length)].filter(Boolean).join(' '),
  }
}

function leftAlone(refused: number, all: number): string {
  if (all === 1) return lockedNotice
  return refused === 1
    ? '1 SKU was left as it is: Amazon knows it by its code.'
    : `${figure(refused)} SKUs were left as they are: Amazon knows them by their codes.`
}
