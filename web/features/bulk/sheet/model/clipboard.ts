import { t } from '#contract/i18n.ts'
import { type PlacedText, writeCells } from './edit.ts'
import { type Range, selectRange, type Size } from './selection.ts'
import { textIn } from './sheet.ts'
import { columnAt, gridSize, rowAt, selectedRange, type SheetState } from './state.ts'

export const copySelection = (state: SheetState): string => toClipboard(readBlock(state, selectedRange(state)))

/** Pastes a block and selects it. The notice counts rows and columns that do not fit. */
export function pasteText(state: SheetState, text: string): SheetState {
  const block = fromClipboard(text)
  const size = gridSize(state)
  if (block.length === 0 || size.rows === 0) return state
  const { cells, range, rowsLeftOut, columnsLeftOut } = placeBlock(block, selectedRange(state), size)
  const written = writeCells(state, cells, notFittingNotice(rowsLeftOut, columnsLeftOut))
  return state.lock ? written : { ...written, selection: selectRange(range) }
}

export const clearSelection = (state: SheetState): SheetState => writeBlock(state, [['']], selectedRange(state))

/** Copies the first selected row over the others; with one row selected, copies the row above into it. */
export function fillDown(state: SheetState): SheetState {
  const { top, left, bottom, right } = selectedRange(state)
  const from = top === bottom ? top - 1 : top
  if (from < 0) return state
  const block = readBlock(state, { top: from, left, bottom: from, right })
  return writeBlock(state, block, { top: from + 1, left, bottom, right })
}

/** Repeats the selected block down to the row where the fill handle was released. */
export function fillTo(state: SheetState, lastRow: number): SheetState {
  const selected = selectedRange(state)
  const done = { ...state, fillTo: null }
  if (lastRow <= selected.bottom) return done
  const block = readBlock(state, selected)
  const rows = Array.from({ length: lastRow - selected.bottom }, (_, down) => block[down % block.length] ?? [])
  const filled = writeBlock(done, rows, { ...selected, top: selected.bottom + 1, bottom: lastRow })
  return { ...filled, selection: selectRange({ ...selected, bottom: lastRow }) }
}

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

function writeBlock(state: SheetState, block: readonly (readonly string[])[], over: Range): SheetState {
  return writeCells(state, placeBlock(block, over, gridSize(state)).cells)
}

function notFittingNotice(rows: number, columns: number): string {
  return [
    rows > 0 && t('{rows, plural, one {# row} other {# rows}} didn’t fit below the last row.', { rows }),
    columns > 0 &&
      t('{columns, plural, one {# column} other {# columns}} didn’t fit to the right of the last column.', { columns }),
  ]
    .filter(Boolean)
    .join(' ')
}

type PlacedBlock = { cells: PlacedText[]; range: Range; rowsLeftOut: number; columnsLeftOut: number }

/** Places a block on a selection: once at its first cell, or repeated if the selection is a multiple of the block. */
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

/** Cells in the clipboard format of spreadsheets: tab-separated cells, one line per row, quoted where needed. */
export function toClipboard(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quoted).join('\t')).join('\n')
}

const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function fromClipboard(text: string): string[][] {
  const block: string[][] = []
  let row: string[] = []
  for (const [, inQuotes, bare = '', end] of text.matchAll(cell)) {
    const isAfterLastLineEnd = end === '' && row.length === 0 && bare === '' && inQuotes === undefined
    if (isAfterLastLineEnd) break
    row.push(inQuotes?.replaceAll('""', '"') ?? bare)
    if (end === '\t') continue
    block.push(row)
    row = []
    if (end === '') break
  }
  return block
}

/** A quoted or plain cell and its delimiter. An unclosed quote counts as an ordinary character. */
const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
