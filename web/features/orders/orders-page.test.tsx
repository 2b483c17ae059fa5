import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attentionApi } from '#contract/attention.ts'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { waitingApi } from '#contract/order-row.ts'
import { ordersApi } from '#contract/orders.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { chooseListSettings, onWideScreen, openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const emptyText = 'No orders found. Orders will appear here when they are received from your channels.'
/** Found by text: a query by role walks the whole page and is slow. */
async function card(number: string) {
  const found = (await screen.findByText(`#${number}`)).closest('section')
  if (!found) throw new Error(`#${number} is on no card`)
  return within(found)
}

describe('an order’s card', () => {
  it('shows the shop’s number and ours', async () => {
    answerOrders({ rows: [buildOrder({ externalNumber: '#W-77' })] })
    openApp('/orders', ops)
    expect((await card('W-77')).getByText('LS-10012')).toBeInTheDocument()
  })

  it('shows number, status, customer, channel, total, items, age and flags', async () => {
    const anHourAgo = new Date(Date.now() - 3_700_000).toISOString()
    answerOrders({
      rows: [
        buildOrder({ totalAmount: '1042.3', placedAt: anHourAgo, isHeld: true, isPartial: true, transit: 'sending' }),
      ],
    })
    openApp('/orders', ops)
    const shown = await card('1042')
    expect(screen.getByRole('region', { name: '#1042' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Orders' })).toBeInTheDocument()
    expect(screen.getByText('Manage orders from all sales channels')).toBeInTheDocument()
    for (const text of ['Placed', 'Ana Ruiz', 'Harbor Shop', '$1,042.30', '2', '1 hour ago']) {
      expect(shown.getAllByText(text)).not.toHaveLength(0)
    }
    for (const flag of ['On hold', 'Partial', 'Sending…']) expect(shown.getByText(flag)).toBeInTheDocument()
    expect(shown.queryByText('Needs attention')).not.toBeInTheDocument()
    expect(shown.getByRole('button', { name: /^Actions/ })).toBeInTheDocument()
  })

  it('shows Guest Unnamed customer, and a dash without a time', async () => {
    answerOrders({ rows: [buildOrder({ customerName: null, placedAt: '', currency: 'EUR' })] })
    openApp('/orders', ops)
    const shown = await card('1042')
    for (const text of ['Guest Customer', '—', '€42.30']) expect(shown.getByText(text)).toBeInTheDocument()
  })

  it('offers View in every status and Fulfill only in placed', async () => {
    answerOrders({ rows: orderStatuses.map((status) => buildOrder({ status, externalOrderId: status })) })
    openApp('/orders', ops)
    await card('placed')
    const named = (name: RegExp) => screen.getAllByRole('button', { name }).map((button) => button.ariaLabel)
    expect(named(/^View order/)).toEqual(orderStatuses.map((status) => `View order ${status}`))
    expect(named(/^Fulfill/)).toEqual(['Fulfill order placed'])
  })

  it('opens the order beside the list by View, with the order in the URL', async () => {
    const detail = buildOrderDetail()
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail] })
    const user = openApp('/orders?status=placed', ops)
    await user.click((await card('1042')).getByRole('button', { name: /^View/ }))
    expect(await screen.findByRole('dialog', { name: /LS-10012/ })).toBeInTheDocument()
    expect(window.location.search).toBe(`?status=placed&order=${detail.id}`)
  })

  it('gets the focus back after its menu opened the order', async () => {
    const detail = buildOrderDetail()
    answer(ordersApi.detail, detail)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [detail] })
    const user = openApp('/orders', ops)
    const menu = (await card('1042')).getByRole('button', { name: /^Actions/ })
    await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: 'View details' }))
    await screen.findByRole('dialog', { name: /LS-10012/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(menu).toHaveFocus())
  })
})

describe('the list', () => {
  it('shows a spinner while it loads', async () => {
    answerOrders({ rows: [] })
    neverAnswer(ordersApi.list)
    openApp('/orders', ops)
    const list = within(await screen.findByRole('region', { name: 'All orders' }))
    expect(list.getAllByText('Loading...')).not.toHaveLength(0)
  })

  it('explains the empty state', async () => {
    answerOrders({ rows: [] })
    openApp('/orders', ops)
    expect(await screen.findByText(emptyText)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See your channels' })).toHaveAttribute('href', '/channels')
  })

  it('shows why it can’t be loaded, and retries on request', async () => {
    answerOrders({ rows: [] })
    refuse(ordersApi.list, 503, 'The database did not answer.')
    const user = openApp('/orders', ops)
    expect(await screen.findByText('The database did not answer.')).toBeInTheDocument()
    answer(ordersApi.list, [buildOrder()], { total: 1 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('1042')
  })

  it('loads page by page', async () => {
    const requests = answerOrders({ rows: [buildOrder()], total: 2, next: 'after-1042' })
    const user = openApp('/orders', ops)
    expect(await screen.findByText('Showing 1 of 2')).toBeInTheDocument()
    expect(requests).toEqual([{ limit: '48' }])
    const older = buildOrder({ externalOrderId: '1041', placedAt: '2025-12-31T00:00:00Z' })
    const askedOn = answer(ordersApi.list, [older], { total: 2 })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await card('1041')
    await card('1042')
    expect(askedOn).toEqual([{ limit: '48', cursor: 'after-1042' }])
  })

  it('is reloaded by Refresh, including new orders, and shows the time of the last update', async () => {
    answerOrders({ rows: [buildOrder()] })
    const user = openApp('/orders', ops)
    await card('1042')
    expect(screen.getByText(/^Updated/)).toHaveTextContent('Updated less than a minute ago')
    const newer = buildOrder({ externalOrderId: '1043', placedAt: '2026-01-02T00:00:00Z' })
    answer(ordersApi.list, [newer, buildOrder()], { total: 2 })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await card('1043')
  })
})

describe('the table', () => {
  it('shows the orders of the list with their actions, and opens one beside it', async () => {
    onWideScreen()
    const detail = buildOrderDetail({ externalNumber: '#W-77', isHeld: true })
    answer(ordersApi.detail, detail)
    answerOrders({ rows: [detail, buildOrder({ externalOrderId: '1041', customerName: null })] })
    const user = openApp('/orders', ops)
    await card('W-77')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const row = within(await screen.findByRole('row', { name: /W-77/ }))
    for (const text of ['LS-10012', 'Ana Ruiz', 'Harbor Shop', 'Placed', 'On hold', '$42.30'])
      expect(row.getByText(text)).toBeInTheDocument()
    expect(row.getByRole('button', { name: /^Fulfill/ })).toBeInTheDocument()
    expect(screen.getByText('Guest Customer')).toBeInTheDocument()
    await user.click(row.getByText('Ana Ruiz'))
    expect(await screen.findByRole('dialog', { name: /LS-10012/ })).toBeInTheDocument()
  })

  it('is sorted on the server by a press on a heading, and the URL keeps it', async () => {
    onWideScreen()
    chooseListSettings('orders', ops.id, '{"view":"table"}')
    const requests = answerOrders({ rows: [buildOrder()] })
    const user = openApp('/orders?sort=nonsense', ops)
    const heading = await screen.findByRole('columnheader', { name: 'Total' })
    expect(screen.getByRole('columnheader', { name: 'Placed' })).toHaveAttribute('aria-sort', 'descending')
    await user.click(within(heading).getByRole('button'))
    await waitFor(() => expect(requests.at(-1)).toEqual({ limit: '48', sort: '-total' }))
    expect(window.location.search).toBe('?sort=-total')
    expect(heading).toHaveAttribute('aria-sort', 'descending')
  })

  it('keeps its order to itself: cards are newest first', async () => {
    const requests = answerOrders({ rows: [buildOrder()] })
    openApp('/orders?sort=-total', ops)
    await card('1042')
    expect(requests).toEqual([{ limit: '48' }])
  })

  it('shows an order that arrives in its place of the sorted list, without asking', async () => {
    onWideScreen()
    chooseListSettings('orders', ops.id, '{"view":"table"}')
    const known = buildOrder()
    answerOrders({ rows: [known] })
    openApp('/orders?sort=-total', ops)
    await screen.findByRole('row', { name: /#1042/ })
    const newer = buildOrder({ externalOrderId: '1043', placedAt: '2026-01-02T00:00:00Z' })
    answer(ordersApi.list, [newer, known], { total: 2 })
    FakeEventSource.latest.send('orders')
    expect(await screen.findByRole('row', { name: /#1043/ })).toBeInTheDocument()
  })

  it('is still there when the page is opened again', async () => {
    onWideScreen()
    chooseListSettings('orders', ops.id, '{"view":"table"}')
    answerOrders({ rows: [buildOrder()] })
    openApp('/orders', ops)
    expect(await screen.findByRole('row', { name: /#1042/ })).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Select all 1 shown' })).toBeInTheDocument()
  })
})

describe('arriving orders', () => {
  const known = buildOrder({ customerName: 'Ana Ruiz' })
  const newer = buildOrder({ externalOrderId: '1043', placedAt: '2026-01-02T00:00:00Z' })

  it('are counted and leave the list as it is until they are requested', async () => {
    answerOrders({ rows: [known] })
    const user = openApp('/orders', ops)
    await card('1042')
    answer(ordersApi.list, [newer, { ...known, status: 'acknowledged' }], { total: 2 })
    FakeEventSource.latest.send('orders')
    const chip = await screen.findByRole('button', { name: '1 new order' })
    expect((await card('1042')).getByText('Acknowledged')).toBeInTheDocument()
    expect(screen.queryByText('#1043')).not.toBeInTheDocument()
    expect(screen.getByText('Showing 1 of 1')).toBeInTheDocument()
    await user.click(chip)
    await card('1043')
    expect(screen.queryByRole('button', { name: /new order/ })).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('region', { name: 'All orders' })).toHaveFocus())
  })

  it('appear at once in an empty list', async () => {
    answerOrders({ rows: [] })
    openApp('/orders', ops)
    await screen.findByText(emptyText)
    answer(ordersApi.list, [newer], { total: 1 })
    FakeEventSource.latest.send('orders')
    await card('1043')
    expect(screen.queryByRole('button', { name: /new order/ })).not.toBeInTheDocument()
  })

  it('leave the list once they no longer match, and the list takes the focus', async () => {
    answerOrders({ rows: [newer, known] })
    openApp('/orders?status=placed', ops)
    ;(await card('1043')).getByRole('button', { name: /^View/ }).focus()
    answer(ordersApi.list, [known], { total: 1 })
    FakeEventSource.latest.send('orders')
    await waitFor(() => expect(screen.getByRole('list', { name: 'Orders' })).toHaveFocus())
    expect(screen.queryByText('#1043')).not.toBeInTheDocument()
  })

  it('show the attention flag as soon as it is raised', async () => {
    answerOrders({ rows: [known] })
    openApp('/orders', ops)
    await card('1042')
    answer(ordersApi.list, [{ ...known, needsAttention: true }], { total: 1 })
    FakeEventSource.latest.send('attention')
    expect(await (await card('1042')).findByText('Needs attention')).toBeInTheDocument()
  })

  it('say that an order waits for stock instead of calling for attention', async () => {
    answerOrders({ rows: [{ ...known, waitsForStock: true }] })
    openApp('/orders', ops)
    expect(await (await card('1042')).findByText('Waiting for stock')).toBeInTheDocument()
    expect((await card('1042')).queryByText('Needs attention')).not.toBeInTheDocument()
  })
})

describe('the view Needs attention', () => {
  it('lists attention items, and has its own URL', async () => {
    answerOrders({ rows: [buildOrder()] })
    answer(attentionApi.list, [], { total: 0 })
    answer(fulfillmentApi.settings, { healStuckOrders: false })
    const user = openApp('/orders', ops)
    await card('1042')
    await user.click(screen.getByRole('tab', { name: 'Needs attention' }))
    expect(await screen.findByText(/^Nothing needs your attention/)).toBeInTheDocument()
    expect(window.location.search).toBe('?view=attention')
    expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'All orders' }))
    await card('1042')
    expect(window.location.search).toBe('')
  })
})

describe('keyboard shortcuts', () => {
  it('move between cards, select and open them, and focus the search', async () => {
    const [first, second] = [
      buildOrder(),
      buildOrderDetail({ externalOrderId: '1041', placedAt: '2025-12-31T00:00:00Z' }),
    ]
    answer(ordersApi.detail, second)
    answer(waitingApi.count, { waiting: 0 })
    answerOrders({ rows: [first, second] })
    const user = openApp('/orders', ops)
    await card('1042')
    await user.keyboard('jj')
    expect(screen.getByRole('region', { name: '#1041' })).toHaveFocus()
    await user.keyboard('kX')
    expect(screen.getByRole('checkbox', { name: 'Select order 1042' })).toBeChecked()
    await user.keyboard('jX')
    expect(screen.getByText('2 orders selected')).toBeInTheDocument()
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search orders' })).toHaveFocus()
    await user.keyboard('jx')
    expect(screen.getByRole('searchbox')).toHaveValue('jx')
    await user.clear(screen.getByRole('searchbox'))
    screen.getByRole('region', { name: '#1041' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    expect(window.location.search).toBe(`?order=${second.id}`)
  })
})

it('a search stays in the URL while an order is opened and closed', async () => {
  const order = buildOrder()
  answer(ordersApi.detail, buildOrderDetail(order))
  answerOrders({ rows: [order] })
  const user = openApp('/orders#search=ana', ops)
  await user.click((await card('1042')).getByRole('button', { name: /^View/ }))
  await screen.findByRole('dialog')
  expect(window.location.href).toMatch(new RegExp(`/orders\\?order=${order.id}#search=ana$`))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(window.location.href).toMatch(/\/orders#search=ana$/)
})

it('the role Read Only can neither export nor change orders', async () => {
  answerOrders({ rows: [buildOrder()] })
  const user = openApp('/orders', buildCurrentUser({ role: 'readonly' }))
  const shown = await card('1042')
  for (const name of ['Export', 'Fulfill order 1042'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await user.click(shown.getByRole('button', { name: /^Actions/ }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['View details', 'Copy order number'])
})
