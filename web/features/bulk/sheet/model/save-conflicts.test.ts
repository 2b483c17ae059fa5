import { describe, expect, it } from 'vitest'
import type { SheetColumn, SheetRow } from '#contract/sheet.ts'
import { buildSheetRow } from '#web/testing/builders.ts'
import { conflictCells, listConflicts, resolveWithMine, resolveWithTheirs } from './conflicts.ts'
import { editCells } from './edit.ts'
import { listProblems } from './validation.ts'
import { appendPage, initialState, type SheetState } from './state.ts'
import { applySaveResult, toServerErrors, toUpdates } from './save.ts'

const tee = buildSheetRow({ sku: 'TEE-L', price: 19, version: 3 })
const mug = buildSheetRow({ sku: 'MUG', price: 8.5, asin: 'B0C1234567', version: 7 })

function open(...cells: [SheetRow, SheetColumn, string][]): SheetState {
  const state = appendPage(initialState(null), [tee, mug])
  const edits = cells.map(([{ id }, column, text]) => ({ id, column, text }))
  return { ...state, sheet: editCells(state.sheet, edits).sheet }
}

const theirs = { ...mug, price: 9, version: 8 }

it('updates contain the modified rows in sheet order, with changed cells, id and version only', () => {
  const { sheet } = open([mug, 'asin', ''], [tee, 'price', '12'], [tee, 'quantity', '5'])
  expect(toUpdates(sheet)).toEqual([
    { id: tee.id, version: 3, price: 12, quantity: 5 },
    { id: mug.id, version: 7, asin: null },
  ])
})

describe('a save with conflicting changes by somebody else', () => {
  const edited = open([tee, 'price', '12'], [mug, 'price', '10'])
  const saved = { ...tee, price: 12, version: 4 }
  const answered = applySaveResult(edited, {
    changeSetId: null,
    updated: 1,
    rows: [saved],
    conflicts: [{ id: mug.id, current: theirs }],
  })

  it('leaves only the conflicting rows modified and in view', () => {
    expect([...answered.sheet.edits.keys()]).toEqual([mug.id])
    expect(answered.sheet.rows[0]).toBe(saved)
    expect(answered.view).toEqual({ filter: 'conflicts', ids: [mug.id] })
  })

  it('lists their and my value of each changed cell', () => {
    const [conflict] = listConflicts(answered.sheet)
    expect(conflict && conflictCells(conflict.base, conflict.mine, { ...theirs, title: 'Cup' })).toEqual([
      { column: 'title', theirs: 'Cup', mine: null },
      { column: 'price', theirs: '9.00', mine: '10.00' },
    ])
  })

  it('rebases my edits onto their version', () => {
    const resolved = resolveWithMine(answered, [mug.id])
    expect(toUpdates(resolved.sheet)).toEqual([{ id: mug.id, version: 8, price: 10 }])
    expect(resolved.view).toEqual({ filter: 'modified', ids: [mug.id] })
  })

  it('leaves nothing to save where both made the same change', () => {
    const same = { ...answered, sheet: { ...answered.sheet, conflicts: new Map([[mug.id, { ...theirs, price: 10 }]]) } }
    expect(resolveWithMine(same, [mug.id]).sheet.edits.size).toBe(0)
  })

  it('takes their version and drops my edits', () => {
    const resolved = resolveWithTheirs(answered, [mug.id])
    expect(resolved.sheet.edits.size).toBe(0)
    expect(resolved.sheet.rows[1]).toBe(theirs)
    expect(resolved.view.filter).toBe('all')
  })
})

it('maps the server’s errors to cells until their text changes', () => {
  const { sheet } = open([tee, 'sku', 'CUP'], [mug, 'price', '10'])
  const serverErrors = toServerErrors(toUpdates(sheet), sheet, [
    { field: 'updates.0.sku', message: 'A SKU with this code already exists' },
    { field: 'updates.1.id', message: 'This SKU doesn’t exist' },
    { field: 'updates.9.sku', message: 'nobody’s' },
    { field: 'updates', message: 'too many' },
  ])
  const withErrors = { ...sheet, serverErrors }
  expect(listProblems(withErrors)).toEqual([
    { id: tee.id, column: 'sku', message: 'A SKU with this code already exists' },
    { id: mug.id, column: 'sku', message: 'This SKU doesn’t exist' },
  ])
  const { sheet: changed } = editCells(withErrors, [{ id: tee.id, column: 'sku', text: 'POT' }])
  expect(listProblems(changed).map(({ id }) => id)).toEqual([mug.id])
})
