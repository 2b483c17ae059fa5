import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { buildCurrentUser, buildSheetRow } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, askAboutRisks, refuse } from '#web/testing/server.ts'

const tee = buildSheetRow({ sku: 'TEE-L', title: 'Tee', price: 19, quantity: 40, version: 3 })
const mug = buildSheetRow({ sku: 'MUG', title: 'Mug', price: 8.5, quantity: 3, version: 7 })

beforeEach(() => {
  // jsdom has no layout, and a frame without a height shows no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  answer(bulkApi.sheetData, [tee, mug], { total: 2 })
})

async function enable() {
  const hands = openApp('/sheet-view', buildCurrentUser())
  await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
  const grid = await screen.findByRole('grid', { name: 'Products' })
  await screen.findByRole('row', { name: /^TEE-L/ })
  expect(grid).toHaveFocus()
  return { hands, grid }
}

type Hands = Awaited<ReturnType<typeof enable>>['hands']

const cell = (sku: string, index: number) =>
  within(screen.getByRole('row', { name: new RegExp(`^${sku} `) })).getAllByRole('gridcell')[index] as HTMLElement
const put = async (hands: Hands, sku: string, index: number, text: string) => {
  await hands.click(cell(sku, index))
  await hands.keyboard(`${text}{Enter}`)
}
const save = (hands: Hands) => hands.click(screen.getByRole('button', { name: /^Save All Changes/ }))

it('says so when there is nothing to save', async () => {
  const sent = answer(bulkApi.saveSheet, { changeSetId: null, updated: 0, rows: [], conflicts: [] })
  const { hands } = await enable()
  await save(hands)
  expect(await screen.findByText('No Changes')).toBeInTheDocument()
  expect(screen.getByText('No modifications to save')).toBeInTheDocument()
  expect(sent).toEqual([])
})

it('marks modified rows, sends their changed cells only, says so and leaves edit mode', async () => {
  const sent = answer(bulkApi.saveSheet, { changeSetId: null, updated: 1, rows: [], conflicts: [] })
  const { hands } = await enable()
  await put(hands, 'MUG', 2, '9')
  await put(hands, 'MUG', 3, '5')
  expect(cell('MUG', 6)).toHaveTextContent('Modified')
  expect(cell('TEE-L', 6)).toHaveTextContent('')
  await save(hands)
  expect(await screen.findByText('Changes Saved')).toBeInTheDocument()
  expect(screen.getByText('Updated 1 products successfully')).toBeInTheDocument()
  expect(sent).toEqual([{ updates: [{ id: mug.id, version: 7, price: 9, quantity: 5 }] }])
  expect(screen.getByRole('button', { name: 'Enable Sheet View' })).toBeInTheDocument()
})

describe('a risky value', () => {
  const risks = {
    changes: [{ sku: 'TEE-L', field: 'price', from: 19, to: 1.9, why: 'The price drops by 90% or more.' }],
    total: 1,
    confirmation: 'seen',
  } as const
  const saved = { changeSetId: 'set', updated: 1, rows: [], conflicts: [] }
  const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'Is this value right?' }))

  async function putTenth() {
    const confirmed = askAboutRisks(bulkApi.saveSheet, { ...risks, changes: [...risks.changes] }, saved)
    const { hands } = await enable()
    await put(hands, 'TEE-L', 2, '1.9')
    return { hands, confirmed }
  }

  it('is marked at its cell, and saved only after it was seen and ticked', async () => {
    const { hands, confirmed } = await putTenth()
    expect(cell('TEE-L', 2)).toHaveAttribute('title', 'The price drops by 90% or more.')
    await hands.dblClick(screen.getByRole('button', { name: /^Save All Changes/ }))
    const shown = await dialog()
    expect(shown.getByRole('button', { name: 'Go back' })).toHaveFocus()
    await hands.click(shown.getByRole('checkbox', { name: 'I checked it' }))
    expect(confirmed).toEqual([])
    await hands.click(shown.getByRole('button', { name: 'Apply this value' }))
    expect(await screen.findByText('Changes Saved')).toBeInTheDocument()
    expect(confirmed).toHaveLength(1)
  })

  it('stays in the sheet when the person goes back', async () => {
    const { hands, confirmed } = await putTenth()
    await save(hands)
    await hands.click((await dialog()).getByRole('button', { name: 'Go back' }))
    expect(await screen.findByText('Save Failed')).toBeInTheDocument()
    expect(cell('TEE-L', 2)).toHaveTextContent('1.90')
    expect(confirmed).toEqual([])
  })
})

it('the toast undoes the save', async () => {
  answer(bulkApi.saveSheet, { changeSetId: 'set', updated: 1, rows: [], conflicts: [] })
  const undone = answer(bulkApi.undo, { changeSetId: 'undo', undone: 1, conflicted: 0, conflicts: [] })
  const { hands } = await enable()
  await put(hands, 'MUG', 2, '9')
  await save(hands)
  await hands.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 SKU restored')).toBeInTheDocument()
  expect(undone).toEqual([{ changeSetId: 'set' }])
})

it('does not send cells with errors, says how many and selects the first', async () => {
  const sent = answer(bulkApi.saveSheet, { changeSetId: null, updated: 0, rows: [], conflicts: [] })
  const { hands, grid } = await enable()
  await put(hands, 'TEE-L', 2, 'dear')
  await save(hands)
  expect(await screen.findByText('1 cell has an error. Nothing was saved. Fix it and save again.')).toBeInTheDocument()
  await put(hands, 'MUG', 3, '1.5')
  await put(hands, 'MUG', 0, 'TEE-L')
  await save(hands)
  expect(await screen.findByText(/3 cells have errors/)).toBeInTheDocument()
  expect(sent).toEqual([])
  const bad = screen.getAllByRole('gridcell', { name: 'dear' })[0]
  expect(bad).toHaveAttribute('aria-invalid', 'true')
  expect(grid).toHaveAttribute('aria-activedescendant', bad?.id)
  expect(bad).toHaveAccessibleDescription('Price must be a number such as 12')
})

it('lists the cells with errors and selects the clicked one', async () => {
  const { hands, grid } = await enable()
  await put(hands, 'MUG', 3, '1.5')
  await hands.click(screen.getByRole('button', { name: 'List errors' }))
  const list = within(screen.getByRole('region', { name: 'Errors' }))
  await hands.click(list.getByRole('button', { name: 'MUG Quantity Quantity must be a whole number' }))
  expect(grid).toHaveFocus()
  expect(grid).toHaveAttribute('aria-activedescendant', cell('MUG', 3).id)
})

describe('a save that fails', () => {
  it('shows the server’s error and keeps all edits', async () => {
    refuse(bulkApi.saveSheet, 503, 'The database did not answer.')
    const { hands } = await enable()
    await put(hands, 'MUG', 2, '9')
    await save(hands)
    expect(await screen.findByText('Save Failed')).toBeInTheDocument()
    expect(screen.getByText('The database did not answer.')).toBeInTheDocument()
    expect(cell('MUG', 2)).toHaveTextContent('9.00')
    await put(hands, 'TEE-L', 1, 'Shirt')
    expect(screen.getByRole('button', { name: 'Save All Changes (2)' })).toBeInTheDocument()
  })

  it('shows the server’s field errors at their cells', async () => {
    refuse(bulkApi.saveSheet, 422, 'Nothing was saved: 1 cell has an error.', [
      { field: 'updates.0.sku', message: 'A SKU with this code already exists' },
    ])
    const { hands } = await enable()
    await put(hands, 'MUG', 0, 'CUP')
    await save(hands)
    await waitFor(() => expect(cell('CUP', 0)).toHaveAttribute('aria-invalid', 'true'))
    expect(cell('CUP', 0)).toHaveAccessibleDescription('A SKU with this code already exists')
    await put(hands, 'CUP', 0, 'POT')
    expect(cell('POT', 0)).not.toHaveAttribute('aria-invalid')
  })
})

describe('a row that somebody else changed in the meantime', () => {
  const theirs = { ...mug, price: 11, version: 8 }

  async function meetConflict() {
    answer(bulkApi.saveSheet, {
      changeSetId: null,
      updated: 1,
      rows: [{ ...tee, title: 'Shirt', version: 4 }],
      conflicts: [{ id: mug.id, current: theirs }],
    })
    const { hands } = await enable()
    await put(hands, 'TEE-L', 1, 'Shirt')
    await put(hands, 'MUG', 2, '9')
    await save(hands)
    return { hands, panel: within(await screen.findByRole('region', { name: 'Conflicts' })) }
  }

  it('stays modified, with their values beside mine', async () => {
    const { panel } = await meetConflict()
    expect(screen.getByText('Updated 1 products successfully')).toBeInTheDocument()
    expect(panel.getByText('1 row was changed by someone else')).toBeInTheDocument()
    expect(panel.getByRole('row', { name: 'Price 11.00 9.00' })).toBeInTheDocument()
    expect(screen.queryByRole('row', { name: /^TEE-L/ })).not.toBeInTheDocument()
    expect(cell('MUG', 6)).toHaveTextContent('Conflict')
  })

  it('is not sent again before the conflict is resolved', async () => {
    const { hands } = await meetConflict()
    const sent = answer(bulkApi.saveSheet, { changeSetId: null, updated: 0, rows: [], conflicts: [] })
    await save(hands)
    expect(await screen.findByText(/First choose whose values to keep/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('is saved over theirs with Keep mine', async () => {
    const { hands, panel } = await meetConflict()
    await hands.click(panel.getByRole('button', { name: 'Keep mine for MUG' }))
    const sent = answer(bulkApi.saveSheet, { changeSetId: null, updated: 1, rows: [], conflicts: [] })
    await save(hands)
    expect(await screen.findByRole('button', { name: 'Enable Sheet View' })).toBeInTheDocument()
    expect(sent).toEqual([{ updates: [{ id: mug.id, version: 8, price: 9 }] }])
  })

  it('has their values with Take theirs', async () => {
    const { hands, panel } = await meetConflict()
    await hands.click(panel.getByRole('button', { name: 'Keep theirs for all' }))
    expect(cell('MUG', 2)).toHaveTextContent('11.00')
    expect(screen.getByRole('button', { name: 'Save All Changes (0)' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Conflicts' })).not.toBeInTheDocument()
    expect(cell('TEE-L', 1)).toHaveTextContent('Shirt')
  })
})
