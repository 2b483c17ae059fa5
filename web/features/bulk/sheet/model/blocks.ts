import { formatCount } from '#web/lib/figures.ts'
import { fromClipboard, toClipboard } from './clipboard-text.ts'
import { placeBlock } from './paste.ts'
import { type Range, selectRange } from './selection.ts'
import { textIn } from './sheet.ts'
import { type SheetState, selectedRange, gridSize } from './state.ts'
import { columnAt, rowAt } from './view.ts'
import { writeCells } from './write-cells.ts'

function readBlock({ sheet, view }: SheetState, { top, left, bottom, right }: Range): string[][] {
  const block: string[][] = []
  for (let index = top; index <= bottom; index += 1) {
    const row = rowAt(sheet, view, index)
    if (!row) break
    const texts: string[] = []
    for (let column = left; column <= right; column += 1) texts.push(textIn(sheet, row, columnAt(column)))
    block.push(texts)
  }
  return block
}

export const copySelection = (state: SheetState): string => toClipboard(readBlock(state, selectedRange(state)))

export const clearSelection = (state: SheetState): SheetState => writeBlock(state, [['']], selectedRange(state))

/** Puts a copied block in and selects it. What finds no room is counted, not lost in silence. */
export function pasteText(state: SheetState, text: string): SheetState {
  const block = fromClipboard(text)
  const size = gridSize(state)
  if (block.length === 0 || size.rows === 0) return state
  const { cells, range, rowsLeftOut, columnsLeftOut } = placeBlock(block, selectedRange(state), size)
  const written = writeCells(state, cells, notFittingNotice(rowsLeftOut, columnsLeftOut))
  return state.lock ? written : { ...written, selection: selectRange(range) }
}

/** The first row of the selection over the others; of a single row, the one above it. */
export function fillDown(state: SheetState): SheetState {
  const { top, left, bottom, right } = selectedRange(state)
  const from = top === bottom ? top - 1 : top
  if (from < 0) return state
  const block = readBlock(state, { top: from, left, bottom: from, right })
  return writeBlock(state, block, { top: from + 1, left, bottom, right })
}

/** The selected block again and again, down to the row where the handle was let go. */
export function fillTo(state: SheetState, lastRow: number): SheetState {
  const selected = selectedRange(state)
  const done = { ...state, fillTo: null }
  if (lastRow <= selected.bottom) return done
  const block = readBlock(state, selected)
  const rows = Array.from({ length: lastRow - selected.bottom }, (_, down) => block[down % block.length] ?? [])
  const filled = writeBlock(done, rows, { ...selected, top: selected.bottom + 1, bottom: lastRow })
  return { ...filled, selection: selectRange({ ...selected, bottom: lastRow }) }
}

function writeBlock(state: SheetState, block: readonly (readonly string[])[], over: Range): SheetState {
  return writeCells(state, placeBlock(block, over, gridSize(state)).cells)
}

function notFittingNotice(rows: number, columns: number): string {
  return [
    rows > 0 && `${formatCount(rows, 'row')} didn’t fit below the last row.`,
    columns > 0 && `${formatCount(columns, 'column')} didn’t fit beside the last column.`,
  ]
    .filter(Boolean)
    .join(' ')
}
