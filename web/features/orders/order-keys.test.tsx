import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildOrderDetail } from '#web/testing/order-builders.ts'
import { onWideScreen, openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const first = buildOrderDetail({ externalOrderId: '1042', orderNumber: 'LS-1' })
const second = buildOrderDetail({
  externalOrderId: '1041',
  orderNumber: 'LS-2',
  status: 'shipped',
  placedAt: '2025-12-31T00:00:00Z',
})

function openList(user = ops, path = '/orders') {
  answerOrders({ rows: [first, second] })
  answer(ordersApi.detail, ({ orderId }) => (orderId === second.id ? second : first))
  answer(ordersApi.preview, [])
  return openApp(path, user)
}

const card = (number: string) => screen.findByRole('region', { name: `#${number}` })

describe('the keys f and h', () => {
  it('open the dialogs of the order that has the focus', async () => {
    const user = openList()
    await card('1042')
    await user.keyboard('jf')
    expect(await screen.findByRole('dialog', { name: /^Fulfill order LS-1/ })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.keyboard('h')
    expect(await screen.findByRole('dialog', { name: 'Hold order LS-1?' })).toBeInTheDocument()
  })

  it('say why an order or a role does not allow it', async () => {
    const user = openList()
    await card('1041')
    await user.keyboard('jjf')
    expect(await screen.findByText('The order has shipped.')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('change nothing for the role Read Only', async () => {
    const user = openList(buildCurrentUser({ role: 'readonly' }))
    await card('1042')
    await user.keyboard('jh')
    expect(await screen.findByText('Operations and Admin can change orders.')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('work in the order’s drawer', async () => {
    const user = openList(ops, `/orders?order=${first.id}`)
    await screen.findByRole('dialog', { name: /LS-1/ })
    await user.keyboard('f')
    expect(await screen.findByRole('dialog', { name: /^Fulfill order LS-1/ })).toBeInTheDocument()
  })
})

it('j, k and x work right after a filter was chosen', async () => {
  const user = openList()
  await card('1042')
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'All Statuses' }))
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveFocus()
  await user.keyboard('jx')
  expect(await card('1042')).toHaveFocus()
  expect(screen.getByRole('checkbox', { name: 'Select order 1042' })).toBeChecked()
  screen.getByRole('combobox', { name: 'Status' }).focus()
  await user.keyboard('j')
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('All Statuses')
})

describe('on a wide screen', () => {
  it('the list beside an open order stays alive: j and k move both, a click shows another order', async () => {
    onWideScreen()
    const user = openList(ops, `/orders?order=${first.id}`)
    expect(await screen.findByRole('dialog', { name: /LS-1/ })).toBeInTheDocument()
    expect((await card('1042')).closest('[aria-current]')).not.toBeNull()
    await user.click(await screen.findByRole('button', { name: 'View order 1041' }))
    expect(await screen.findByRole('dialog', { name: /LS-2/ })).toBeInTheDocument()
    await user.keyboard('k')
    expect(await screen.findByRole('dialog', { name: /LS-1/ })).toBeInTheDocument()
    expect(await card('1042')).toHaveFocus()
    await user.keyboard('j')
    expect(await screen.findByRole('dialog', { name: /LS-2/ })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('')
  })

  it('j in the drawer shows the next order there', async () => {
    onWideScreen()
    const user = openList(ops, `/orders?order=${first.id}`)
    const drawer = within(await screen.findByRole('dialog', { name: /LS-1/ }))
    drawer.getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('j')
    expect(await screen.findByRole('dialog', { name: /LS-2/ })).toBeInTheDocument()
  })
})

it('a narrow screen hides the list behind an open order', async () => {
  openList(ops, `/orders?order=${first.id}`)
  await screen.findByRole('dialog', { name: /LS-1/ })
  await waitFor(() => expect(screen.queryByRole('region', { name: '#1041' })).not.toBeInTheDocument())
  expect(screen.getByText('#1041')).toBeInTheDocument()
})
