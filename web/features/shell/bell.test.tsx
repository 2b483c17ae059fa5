import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bellApi, type BellItem } from '#contract/bell.ts'
import { orderAssignmentsApi, type OrderPerson } from '#contract/order-assignments.ts'
import { waitingApi } from '#contract/order-row.ts'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'

const ops = buildCurrentUser({ role: 'ops' })
const me: OrderPerson = { id: ops.id, name: 'Omar Reyes', role: 'ops' }
const mia: OrderPerson = { id: newId(), name: 'Mia Chen', role: 'admin' }
const rea: OrderPerson = { id: newId(), name: 'Rea Only', role: 'readonly' }
const people = [mia, me, rea]

const item = (overrides: Partial<BellItem> = {}): BellItem => ({
  id: newId(),
  kind: 'assigned',
  order: null,
  orders: 1,
  batch: null,
  actorName: 'Mia Chen',
  at: new Date(Date.now() - 3_700_000).toISOString(),
  isRead: false,
  ...overrides,
})

describe('the bell', () => {
  it('counts what is unread, follows the live connection, and opens the order, which marks it as read', async () => {
    const detail = buildOrderDetail()
    const { id, orderNumber, externalOrderId } = detail
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail], people })
    const user = openApp('/orders', ops)
    await screen.findByText('#1042')
    const assigned = item({ order: { id, orderNumber, externalOrderId, externalNumber: null } })
    answer(bellApi.list, { unread: 1, items: [assigned, item({ isRead: true, orders: 3 })] })
    FakeEventSource.opened[0]?.send('bell')
    const [bell] = await screen.findAllByRole('button', { name: 'For you, 1 unread item' })
    if (!bell) throw new Error('there is no bell')
    await user.click(bell)
    expect(await screen.findByText('Mia Chen assigned 3 orders to you')).toBeInTheDocument()
    const read = answer(bellApi.markRead, { marked: 1 })
    await user.click(
      screen.getByRole('button', { name: 'Mia Chen assigned an order to you, LS-10012 · #1042, unread' }),
    )
    expect(await screen.findByRole('dialog', { name: /LS-10012/ })).toBeInTheDocument()
    expect(read).toEqual([{ itemId: assigned.id }])
  })

  it('marks all as read and stays open', async () => {
    answerOrders({ rows: [], people })
    const batch = { id: newId(), action: 'fulfill', refused: 2 } as const
    answer(bellApi.list, { unread: 100, items: [item({ kind: 'batch_finished', orders: 12, batch, actorName: null })] })
    const user = openApp('/orders', ops)
    const [bell] = await screen.findAllByRole('button', { name: 'For you, 100 unread items' })
    if (!bell) throw new Error('there is no bell')
    expect(bell).toHaveTextContent('99+')
    await user.click(bell)
    expect(await screen.findByText(/Finished fulfilling 12 orders, 2 refused/)).toBeInTheDocument()
    const read = answer(bellApi.markRead, { marked: 100 })
    answer(bellApi.list, { unread: 0, items: [] })
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByText(/^Nothing yet\./)).toBeInTheDocument()
    expect(read).toEqual([{}])
  })
})

describe('an order’s assignee', () => {
  it('is on the card, and is changed in the drawer to oneself, a colleague or nobody, but to no one who is Read Only', async () => {
    const detail = buildOrderDetail({ assignee: { id: mia.id, name: 'Mia Chen' } })
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail], people })
    const user = openApp(`/orders?order=${detail.id}`, ops)
    const changes = answer(orderAssignmentsApi.assign, { changed: 1 })
    await user.click(await screen.findByRole('button', { name: 'Assigned to Mia Chen' }))
    expect(await screen.findByRole('menuitemradio', { name: 'Mia Chen' })).toBeChecked()
    expect(screen.queryByRole('menuitemradio', { name: 'Rea Only' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('menuitem', { name: 'Assign to me' }))
    await user.click(await screen.findByRole('button', { name: 'Assigned to Mia Chen' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'No one' }))
    await waitFor(() =>
      expect(changes).toEqual([
        { orderIds: [detail.id], userId: ops.id },
        { orderIds: [detail.id], userId: null },
      ]),
    )
  })

  it('is a filter of the list', async () => {
    const requests = answerOrders({ rows: [buildOrder({ assignee: { id: mia.id, name: 'Mia Chen' } })], people })
    const user = openApp('/orders', ops)
    await user.click(await screen.findByRole('combobox', { name: 'Assigned to' }))
    await user.click(await screen.findByRole('option', { name: 'Assigned to me' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ limit: '48', assignee: 'me' }))
  })

  it('can be seen and not changed by the role Read Only', async () => {
    const detail = buildOrderDetail({ assignee: { id: mia.id, name: 'Mia Chen' } })
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail], people })
    openApp(`/orders?order=${detail.id}`, buildCurrentUser({ role: 'readonly' }))
    await screen.findByRole('button', { name: 'Mia Chen' })
    await waitFor(() => expect(blockedReason('Mia Chen')).toMatch(/Operations and Admin can assign orders\.$/))
  })
})
