import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { inventoryApi } from '#contract/inventory.ts'
import { buildCurrentUser, buildInventoryRow, buildStockDetail, newId } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerAmazon, answerFigures, answerStock } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'

const lantern = buildInventoryRow({ qtyCounted: 120, qtyAvailable: 117, stockHolder: 'merchant' })

beforeEach(() => {
  answerAmazon()
  answerFigures()
  answer(inventoryApi.list, [lantern], { total: 1 })
})

const number = (name = 'Change quantity for HP-1001, 117') => screen.findByRole('button', { name })
const form = async () => within(await screen.findByRole('dialog', { name: 'Quantity for HP-1001' }))
const box = async () => (await form()).getByRole('textbox', { name: 'Units counted' })

async function openForm() {
  const user = openApp('/inventory', buildCurrentUser())
  await user.click(await number())
  await form()
  return user
}

const changeSetId = newId()
const saved = { changeSetId, sku: 'HP-1001', from: 120, quantity: 90 }

describe('the quantity of a SKU in the list', () => {
  it('is typed in place: Enter saves it, and the toast undoes it', async () => {
    const sent = answer(inventoryApi.adjust, saved)
    const user = await openForm()
    expect(await box()).toHaveValue('120')
    expect(await box()).toHaveFocus()
    expect(await box()).toHaveAccessibleDescription('3 of 120 units reserved for orders')
    await user.keyboard('90{Enter}')
    expect(await screen.findByText('Quantity Saved')).toBeInTheDocument()
    expect(screen.getByText('HP-1001: 120 → 90')).toBeInTheDocument()
    expect(sent).toEqual([{ skuId: lantern.id, quantity: 90, from: 120, reason: 'counted', note: '' }])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const undone = answer(bulkApi.undo, { changeSetId: newId(), undone: 1, conflicted: 0, conflicts: [] })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual([{ changeSetId }]))
  })

  it('is left as it is with Escape, which returns the focus', async () => {
    const sent = answer(inventoryApi.adjust, saved)
    const user = await openForm()
    await user.keyboard('90{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await number()).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('takes a reason from the list and a note, which “Other” requires', async () => {
    const sent = answer(inventoryApi.adjust, saved)
    const user = await openForm()
    await user.click((await form()).getByRole('combobox', { name: 'Reason' }))
    await user.click(await screen.findByRole('option', { name: 'Other' }))
    await user.click((await form()).getByRole('button', { name: 'Save' }))
    const note = (await form()).getByRole('textbox', { name: 'Note' })
    expect(note).toHaveAccessibleDescription('Say what happened')
    expect(sent).toEqual([])
    await user.type(note, 'Used for photos{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ reason: 'other', note: 'Used for photos' }]))
  })

  it.each(['', '-1', '1.5', 'many'])('is not saved as “%s”', async (typed) => {
    const sent = answer(inventoryApi.adjust, saved)
    const user = await openForm()
    await user.clear(await box())
    if (typed) await user.type(await box(), typed)
    await user.keyboard('{Enter}')
    expect(await (await form()).findByText('Enter a whole number, 0 or more')).toBeInTheDocument()
    expect(await box()).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('keeps what was typed when the server refuses it', async () => {
    refuse(inventoryApi.adjust, 409, 'The count is now 118. Check the quantity and save again.')
    const user = await openForm()
    await user.keyboard('90{Enter}')
    expect(await (await form()).findByRole('alert')).toHaveTextContent('The count is now 118.')
    expect(await box()).toHaveValue('90')
  })

  it('says that the count has changed while it was typed', async () => {
    const sent = answer(inventoryApi.adjust, saved)
    const user = await openForm()
    answer(inventoryApi.list, [{ ...lantern, qtyCounted: 118 }], { total: 1 })
    FakeEventSource.latest.send('inventory')
    expect(await (await form()).findByText(/^The count has changed\. It is now 118\.$/)).toBeInTheDocument()
    await user.keyboard('90{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ quantity: 90, from: 118 }]))
  })

  it('says that Amazon’s next count replaces it', async () => {
    answer(inventoryApi.list, [{ ...lantern, stockHolder: 'amazon' }], { total: 1 })
    await openForm()
    expect(
      (await form()).getByText('Stocked at Amazon: the next sync will overwrite the quantity.'),
    ).toBeInTheDocument()
  })

  it('can’t be changed by the role Read Only, and says why', async () => {
    const user = openApp('/inventory', buildCurrentUser({ role: 'readonly' }))
    await user.hover(await number())
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Operations and Admin can change quantities.')
    await user.click(await number())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

it('the quantity is changed in the drawer too, and Escape leaves the drawer open', async () => {
  const detail = buildStockDetail()
  answerStock(detail)
  const user = openApp(`/inventory?sku=${detail.id}`, buildCurrentUser())
  await user.click(await number('Change quantity for HP-1001, Change'))
  await form()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Quantity for HP-1001' })).not.toBeInTheDocument())
  expect(screen.getByRole('dialog', { name: 'HP-1001' })).toBeInTheDocument()
})
