import { describe, expect, it } from 'vitest'
import { type SheetColumn, sheetColumns, type SheetRow } from '#contract/sheet.ts'
import { buildSheetRow } from '#web/testing/builders.ts'
import { clearSelection, copySelection, fillDown, fillTo, pasteText } from './clipboard.ts'
import { activeCellMessage } from './row-view.ts'
import { commitEdit, startEditing, cancelEdit } from './edit.ts'
import {
  findRows,
  nextMatch,
  goToCell,
  appendPage,
  setSelection,
  initialState,
  type SheetState,
  setView,
  gridSize,
  allRows,
  rowAt,
  filterView,
} from './state.ts'
import { listProblems } from './validation.ts'
import { revertRows, redo, undo } from './undo.ts'
import { select } from './selection.ts'
import { textIn } from './sheet.ts'

const tee = buildSheetRow({ sku: 'TEE-L', title: 'Tee', price: 19, quantity: 40 })
const mug = buildSheetRow({ sku: 'MUG', title: 'Mug', price: 8.5, quantity: 3, stockHolder: 'amazon' })
const pan = buildSheetRow({ sku: 'PAN', title: 'Pan', price: null, isKnownToAmazon: true })

const open = (rows: readonly SheetRow[] = [tee, mug, pan], lock: string | null = null) =>
  appendPage(initialState(lock), rows)
const at = (state: SheetState, row: number, column: SheetColumn, toRow = row, toColumn = column) =>
  setSelection(state, {
    active: { row, column: sheetColumns.indexOf(column) },
    head: { row: toRow, column: sheetColumns.indexOf(toColumn) },
  })
const type = (state: SheetState, text: string) => commitEdit(startEditing(state, 'typing'), text, { rows: 1 })
const column = (state: SheetState, name: SheetColumn) => {
  const { sheet } = state
  return sheet.rows.map((row) => textIn(sheet, row, name))
}
const modified = ({ sheet }: SheetState) => [...sheet.edits].map(([id, edits]) => [id, edits])

describe('typing', () => {
  it('changes a cell, marks the row as modified and moves down', () => {
    const state = type(at(open(), 0, 'price'), '12')
    expect(modified(state)).toEqual([[tee.id, { price: '12.00' }]])
    expect(state.selection).toEqual(select({ row: 1, column: 2 }))
  })

  it('the saved text leaves the row unmodified', () => {
    const changed = type(at(open(), 0, 'price'), '12')
    expect(modified(type(at(changed, 0, 'price'), '$19.00'))).toEqual([])
    expect(type(at(open(), 0, 'price'), '19').history.past).toEqual([])
  })

  it('keeps text that can’t be parsed, with an error', () => {
    const state = at(type(at(open(), 1, 'quantity'), 'three'), 1, 'quantity')
    expect(column(state, 'quantity')).toEqual(['40', 'three', '40'])
    expect(listProblems(state.sheet)).toEqual([
      { id: mug.id, column: 'quantity', message: 'Quantity must be a number such as 12' },
    ])
    expect(activeCellMessage(state)).toEqual({ tone: 'danger', text: 'Quantity must be a number such as 12' })
  })

  it('changes nothing when cancelled', () => {
    const state = at(open(), 0, 'title')
    expect(cancelEdit(startEditing(state, 'editing')).sheet).toBe(state.sheet)
  })

  it('is refused with a reason in a SKU that Amazon knows', () => {
    const state = startEditing(at(open(), 2, 'sku'), 'typing')
    expect(state.editing).toBeNull()
    expect(activeCellMessage(state).text).toBe('This SKU is in use at Amazon, so it can’t be renamed.')
  })

  it('warns that the next sync overwrites a quantity held by Amazon', () => {
    expect(activeCellMessage(at(open(), 1, 'quantity')).text).toBe(
      'Stocked at Amazon: the next sync will overwrite the quantity.',
    )
    expect(activeCellMessage(at(open(), 0, 'quantity')).text).toBe('')
  })

  it('is refused everywhere while the sheet is locked', () => {
    const locked = at(open([tee], 'Only looking.'), 0, 'title')
    expect(startEditing(locked, 'typing')).toMatchObject({ editing: null, notice: 'Only looking.' })
    expect(pasteText(locked, 'x')).toMatchObject({ sheet: locked.sheet, notice: 'Only looking.' })
    expect(clearSelection(locked).sheet).toBe(locked.sheet)
  })
})

describe('duplicate SKUs', () => {
  it('are marked in the row where they were typed', () => {
    const state = type(at(open(), 0, 'sku'), 'MUG')
    expect(listProblems(state.sheet)).toEqual([
      { id: tee.id, column: 'sku', message: 'Duplicate SKU: MUG is also in another row' },
    ])
  })

  it('are cleared when the other row is renamed, and marked again when that is undone', () => {
    const swapped = type(at(type(at(open(), 0, 'sku'), 'MUG'), 1, 'sku'), 'TEE-L')
    expect(listProblems(swapped.sheet)).toEqual([])
    expect(listProblems(undo(swapped).sheet)).toHaveLength(1)
  })

  it('are found when the other row is loaded later', () => {
    const early = type(at(open([tee]), 0, 'sku'), 'MUG')
    expect(listProblems(early.sheet)).toEqual([])
    expect(listProblems(appendPage(early, [mug]).sheet)).toHaveLength(1)
  })
})

describe('blocks', () => {
  it('are copied in the clipboard format of spreadsheets', () => {
    expect(copySelection(at(open(), 0, 'title', 1, 'quantity'))).toBe('Tee\t19.00\t40\nMug\t8.50\t3')
  })

  it('are pasted as one undo step and selected', () => {
    const state = pasteText(at(open(), 0, 'title'), 'A\t1\nB\t2\n')
    expect(column(state, 'title')).toEqual(['A', 'B', 'Pan'])
    expect(column(state, 'price')).toEqual(['1.00', '2.00', ''])
    expect(copySelection(state)).toBe('A\t1.00\nB\t2.00')
    expect(undo(state).sheet.edits.size).toBe(0)
  })

  it('report how many rows and columns did not fit when pasted', () => {
    expect(pasteText(at(open(), 2, 'category'), 'a\tb\nc\td\ne\tf').notice).toBe(
      '2 rows didn’t fit below the last row. 1 column didn’t fit to the right of the last column.',
    )
  })

  it('skip locked SKUs when pasted and say so', () => {
    const state = pasteText(at(open(), 1, 'sku'), 'CUP\nPOT')
    expect(column(state, 'sku')).toEqual(['TEE-L', 'CUP', 'PAN'])
    expect(state.notice).toBe('1 SKU wasn’t changed because Amazon identifies it by this code.')
    expect(pasteText(at(open(), 1, 'sku'), 'CUP\nPAN').notice).toBe('')
  })

  it('are cleared as one undo step', () => {
    const state = clearSelection(at(open(), 0, 'price', 1, 'price'))
    expect(column(state, 'price')).toEqual(['', '', ''])
    expect(listProblems(state.sheet)).toEqual([])
    expect(column(undo(state), 'price')).toEqual(['19.00', '8.50', ''])
  })

  it('are filled down from their first row', () => {
    const state = fillDown(at(open(), 0, 'title', 2, 'price'))
    expect(column(state, 'title')).toEqual(['Tee', 'Tee', 'Tee'])
    expect(column(state, 'price')).toEqual(['19.00', '19.00', '19.00'])
  })

  it('are filled from the row above when one row is selected', () => {
    expect(column(fillDown(at(open(), 1, 'title')), 'title')).toEqual(['Tee', 'Tee', 'Pan'])
    const first = at(open(), 0, 'title')
    expect(fillDown(first)).toBe(first)
  })

  it('are repeated down to where the fill handle is released', () => {
    const rows = Array.from({ length: 5 }, (_, index) => buildSheetRow({ sku: `S${index}`, title: `T${index}` }))
    const state = fillTo(at(open(rows), 0, 'title', 1, 'title'), 4)
    expect(column(state, 'title')).toEqual(['T0', 'T1', 'T0', 'T1', 'T0'])
    expect(state.selection).toEqual(at(open(rows), 0, 'title', 4, 'title').selection)
  })
})

describe('undo and redo', () => {
  it('go through the steps and move to the cell that changes', () => {
    const typed = type(at(type(at(open(), 0, 'title'), 'A'), 2, 'price'), '7')
    const back = undo(at(typed, 1, 'asin'))
    expect(column(back, 'price')).toEqual(['19.00', '8.50', ''])
    expect(back.selection).toEqual(select({ row: 2, column: 2 }))
    expect(column(undo(back), 'title')).toEqual(['Tee', 'Mug', 'Pan'])
    expect(modified(redo(redo(undo(back))))).toEqual(modified(typed))
  })

  it('drop the redo steps after a new edit', () => {
    const other = type(at(undo(type(at(open(), 0, 'title'), 'A')), 1, 'title'), 'B')
    expect(redo(other)).toBe(other)
  })

  it('include rows that were reverted', () => {
    const typed = type(at(type(at(open(), 0, 'title'), 'A'), 1, 'title'), 'B')
    const reverted = revertRows(at(typed, 0, 'price'))
    expect(column(reverted, 'title')).toEqual(['Tee', 'B', 'Pan'])
    expect(column(undo(reverted), 'title')).toEqual(['A', 'B', 'Pan'])
  })
})

describe('the rows in view', () => {
  const typed = type(at(type(at(open(), 2, 'title'), 'Wok'), 0, 'quantity'), '-1')

  it('are the modified ones, in the order of the sheet', () => {
    const shown = setView(typed, filterView(typed.sheet, 'modified'))
    expect([0, 1].map((index) => rowAt(shown.sheet, shown.view, index)?.sku)).toEqual(['TEE-L', 'PAN'])
    expect(gridSize(shown).rows).toBe(2)
  })

  it('are the ones with errors, and stay when corrected', () => {
    const shown = setView(typed, filterView(typed.sheet, 'errors'))
    const corrected = type(at(shown, 0, 'quantity'), '1')
    expect(listProblems(corrected.sheet)).toEqual([])
    expect(gridSize(corrected).rows).toBe(1)
  })

  it('are all rows again when a hidden row is opened', () => {
    const shown = setView(typed, filterView(typed.sheet, 'errors'))
    expect(goToCell(shown, mug.id, 'title')).toMatchObject({ view: allRows, selection: select({ row: 1, column: 1 }) })
  })

  it('are found by SKU and title, edited ones by their edited text', () => {
    expect(findRows(typed.sheet, allRows, 'wok')).toEqual([2])
    expect(findRows(typed.sheet, allRows, 'EE-L')).toEqual([0])
    expect(findRows(typed.sheet, allRows, ' ')).toEqual([])
    expect([nextMatch([1, 4], 1), nextMatch([1, 4], 4), nextMatch([1, 4], 1, true), nextMatch([], 0)]).toEqual([
      4,
      1,
      4,
      undefined,
    ])
  })

  it('contain each row once, also when a page repeats it', () => {
    expect(appendPage(open(), [pan, buildSheetRow({ sku: 'ZIP' })]).sheet.rows).toHaveLength(4)
  })
})
