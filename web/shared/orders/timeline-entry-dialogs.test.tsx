import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { orderAssignmentsApi } from '#contract/order-assignments.ts'
import { waitingApi } from '#contract/order-row.ts'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildOrder, buildOrderDetail, buildOrderEvent } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const people = ['Ana Ruiz', 'Anton Berg', 'Mia Chen'].map((name) => ({ id: newId(), name, role: 'ops' as const }))
const [ana, , mia] = people

async function openOrder(timeline = [buildOrderEvent()]) {
  const detail = buildOrderDetail({ timeline })
  answer(ordersApi.detail, detail)
  answer(waitingApi.count, { waiting: 0 })
  answerOrders({ rows: [detail] })
  answer(orderAssignmentsApi.people, people)
  const user = openApp(`/orders?order=${detail.id}`, ops)
  await screen.findByRole('button', { name: 'Add note' })
  return { user, detail }
}

describe('a note', () => {
  it('mentions the colleagues who were chosen after an @ and are still in the text', async () => {
    const { user, detail } = await openOrder()
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Add a note to order ${detail.orderNumber}` }))
    const note = dialog.getByRole('textbox', { name: 'Note' })
    await user.type(note, 'Please check, @an')
    expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Ana Ruiz',
      'Anton Berg',
    ])
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(note).toHaveValue('Please check, @Ana Ruiz ')
    expect(dialog.queryByRole('listbox')).not.toBeInTheDocument()
    await user.type(note, 'and @che')
    await user.click(await dialog.findByRole('option', { name: 'Mia Chen' }))
    expect(note).toHaveValue('Please check, @Ana Ruiz and @Mia Chen ')
    const added = answer(ordersApi.addNote, buildOrder())
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Note Added')).toBeInTheDocument()
    expect(added).toEqual([
      { orderId: detail.id, text: 'Please check, @Ana Ruiz and @Mia Chen', mentions: [ana?.id, mia?.id] },
    ])
  })

  it('closes the list of colleagues with Escape and stays open itself; an e-mail address opens none', async () => {
    const { user } = await openOrder()
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    const note = await screen.findByRole('textbox', { name: 'Note' })
    await user.type(note, 'Mail info@a')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await user.type(note, ' @mi')
    expect(await screen.findByRole('listbox', { name: 'Colleagues' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(note).toHaveValue('Mail info@a @mi')
  })

  it('is edited and deleted by its author, and nobody else is offered that', async () => {
    const note = (overrides: object) => buildOrderEvent({ event: 'order.note', description: 'Note', ...overrides })
    const own = note({ reason: 'Call Mr. Ruiz', isOwnNote: true, editedAt: '2026-01-02T00:00:00Z' })
    const { user, detail } = await openOrder([note({ reason: 'A colleague’s' }), own])
    expect(await screen.findByText(/· edited/)).toBeInTheDocument()
    const edited = answer(ordersApi.editNote, buildOrder())
    await user.click(screen.getByRole('button', { name: 'Edit note' }))
    const text = await screen.findByRole('textbox', { name: 'Note' })
    expect(text).toHaveValue('Call Mr. Ruiz')
    await user.type(text, ' today')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    expect(await screen.findByText('Note Saved')).toBeInTheDocument()
    expect(edited).toEqual([{ orderId: detail.id, noteId: own.id, text: 'Call Mr. Ruiz today', mentions: [] }])
    const deleted = answer(ordersApi.deleteNote, buildOrder())
    await user.click(screen.getByRole('button', { name: 'Delete note' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete your note?' }))
    await user.click(question.getByRole('button', { name: 'Delete note' }))
    expect(await screen.findByText('Note Deleted')).toBeInTheDocument()
    expect(deleted).toEqual([{ orderId: detail.id, noteId: own.id }])
  })
})
