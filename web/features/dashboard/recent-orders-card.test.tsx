import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardApi, type RecentOrder } from '#contract/dashboard.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { ordersApi } from '#contract/orders.ts'
import { blockedReason, renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { RecentOrdersCard } from './recent-orders-card.tsx'

const emptyText = 'No recent orders found. Orders will appear here when they are received from your channels.'
const day = 86_400_000
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

function buildRecentOrder(overrides: Partial<RecentOrder> = {}): RecentOrder {
  const { totalAmount: total, customerName: _customerName, ...order } = buildOrder()
  return {
    ...order,
    total,
    wasSent: false,
    channel: { type: 'website', name: 'Harbor Shop' },
    customer: { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' },
    ...overrides,
  }
}

const openCard = (user = buildCurrentUser()) => renderPiece(<RecentOrdersCard />, { path: '/', user })

async function rowOf(orderNumber: string) {
  const row = (await screen.findByText(orderNumber)).closest('tr')
  if (!row) throw new Error(`${orderNumber} is in no row`)
  return within(row)
}

describe('a recent order', () => {
  it('shows number and age, channel, customer with e-mail, total and status', async () => {
    answer(dashboardApi.recentOrders, [buildRecentOrder({ total: '1042.30', placedAt: ago(3_700_000) })])
    await openCard()
    const row = await rowOf('LS-10012')
    for (const text of ['#1042', '1 hour ago', 'Harbor Shop', 'Ana Ruiz', '$1,042.30', 'placed']) {
      expect(row.getByText(text)).toBeInTheDocument()
    }
    expect(row.getByText(/^ana@/)).toHaveTextContent('ana@example.com')
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toEqual(['Order ID', 'Channel', 'Customer', 'Total', 'Status', 'Actions'])
  })

  it('may be a guest’s, of no channel and in another currency', async () => {
    answer(dashboardApi.recentOrders, [buildRecentOrder({ channel: null, customer: null, currency: 'EUR' })])
    await openCard()
    const row = await rowOf('LS-10012')
    for (const text of ['Manual', 'Guest Customer', '€42.30']) expect(row.getByText(text)).toBeInTheDocument()
  })

  it('has a colored badge for placed, shipped, delivered and cancelled, and a neutral one for the others', async () => {
    answer(
      dashboardApi.recentOrders,
      orderStatuses.map((status) => buildRecentOrder({ status, orderNumber: status })),
    )
    await openCard()
    const classes = {
      placed: 'bg-info-soft',
      acknowledged: 'bg-sunken',
      'sent to fulfillment': 'bg-sunken',
      shipped: 'bg-info-soft',
      delivered: 'bg-info-soft',
      cancelled: 'bg-danger-soft',
    }
    await rowOf('sent_to_fulfillment')
    for (const [label, className] of Object.entries(classes)) {
      expect(screen.getByText(label, { selector: 'td span span' }).parentElement).toHaveClass(className)
    }
  })
})

describe('the actions', () => {
  it('follow the status', async () => {
    answer(
      dashboardApi.recentOrders,
      orderStatuses.map((status) => buildRecentOrder({ status, orderNumber: `LS-${status}` })),
    )
    await openCard()
    await rowOf('LS-placed')
    const actions = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('a, button')].map(({ textContent }) => textContent))
    expect(actions).toEqual([
      ['View Details', 'Resend to MCF'],
      ['View Details'],
      ['View Details'],
      ['View Details', 'Track Shipment'],
      ['View Details', 'Request Review'],
      ['View Details'],
    ])
  })

  it('lead to the order, to its packages, and to all orders', async () => {
    const order = buildRecentOrder({ status: 'shipped' })
    answer(dashboardApi.recentOrders, [order])
    const hands = await openCard()
    const link = (name: string) => screen.findByRole('link', { name })
    expect(await link('View all orders')).toHaveAttribute('href', '/orders')
    expect(await link('View Details for order LS-10012')).toHaveAttribute('href', `/orders?order=${order.id}`)
    await hands.click(await link('Track Shipment for order LS-10012'))
    expect(window.location.pathname).toBe('/orders')
    expect(window.location.search).toBe(`?order=${order.id}&section=packages`)
  })

  it('resend a placed order, and show that it is being sent', async () => {
    const order = buildRecentOrder({ wasSent: true })
    answer(dashboardApi.recentOrders, [order])
    const hands = await openCard()
    await hands.click(await screen.findByRole('button', { name: 'Resend to MCF: order LS-10012' }))
    const sent = answer(ordersApi.resend, buildOrder({ id: order.id, transit: 'sending' }))
    answer(dashboardApi.recentOrders, [{ ...order, transit: 'sending' }])
    const dialog = within(await screen.findByRole('alertdialog'))
    await hands.click(dialog.getByRole('button', { name: 'Resend to MCF' }))
    expect(await screen.findByText('Checking with Amazon')).toBeInTheDocument()
    expect(await screen.findByText('Sending…')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id }])
  })

  it('send an order for the first time with its preview', async () => {
    const order = buildRecentOrder({ orderNumber: 'LS-10012' })
    answer(dashboardApi.recentOrders, [order])
    neverAnswer(ordersApi.detail)
    const hands = await openCard()
    await hands.click(await screen.findByRole('button', { name: 'Resend to MCF: order LS-10012' }))
    expect(await screen.findByRole('dialog', { name: /^Fulfill/ })).toBeInTheDocument()
  })

  it('request a review from 5 to 30 days after delivery, and say why not before', async () => {
    const delivered = { status: 'delivered', hasShipped: true } as const
    answer(dashboardApi.recentOrders, [
      buildRecentOrder({ ...delivered, orderNumber: 'LS-1', deliveredAt: ago(2 * day) }),
      buildRecentOrder({ ...delivered, orderNumber: 'LS-2', deliveredAt: ago(10 * day) }),
    ])
    const hands = await openCard()
    await rowOf('LS-1')
    await waitFor(() => expect(blockedReason('Request Review for order LS-1')).toBe('Available 5 days after delivery'))
    await hands.click(screen.getByRole('button', { name: 'Request Review for order LS-2' }))
    expect(await screen.findByText('Request a review for order LS-2?')).toBeInTheDocument()
  })

  it('tell readers why they can’t resend', async () => {
    answer(dashboardApi.recentOrders, [buildRecentOrder()])
    await openCard(buildCurrentUser({ role: 'readonly' }))
    await rowOf('LS-10012')
    await waitFor(() =>
      expect(blockedReason('Resend to MCF: order LS-10012')).toBe(
        'Your role is Read Only. Operations and Admin can change orders.',
      ),
    )
  })
})

describe('the card', () => {
  it('shows a spinner while it loads', async () => {
    neverAnswer(dashboardApi.recentOrders)
    await openCard()
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows the server’s sentence when it fails, and what will appear once it is loaded', async () => {
    refuse(dashboardApi.recentOrders, 503, 'The database did not answer.')
    const hands = await openCard()
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(dashboardApi.recentOrders, [])
    await hands.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(emptyText)).toBeInTheDocument()
  })

  it('is on the dashboard and refetches on events about orders', async () => {
    answerDashboard()
    openApp('/', buildCurrentUser())
    await screen.findByText(emptyText)
    answer(dashboardApi.recentOrders, [buildRecentOrder()])
    FakeEventSource.latest.send('orders')
    expect(await screen.findByText('LS-10012')).toBeInTheDocument()
  })
})
