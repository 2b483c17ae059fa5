import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type CustomerDetail, customersApi } from '#contract/customers.ts'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'

const order = buildOrderDetail({ orderNumber: 'LS-10020' })

const ana: CustomerDetail = {
  id: order.customer?.id ?? '',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: null,
  erasedAt: null,
  orderCount: 61,
  firstOrderAt: '2026-01-01T00:00:00Z',
  lastOrderAt: '2026-02-01T00:00:00Z',
  totals: [
    { currency: 'USD', amount: '1042.30', orders: 60 },
    { currency: 'EUR', amount: '8.00', orders: 1 },
  ],
  addresses: [{ id: newId(), ...(order.shippingAddress ?? noAddress()) }],
  orders: [order, buildOrder({ orderNumber: 'LS-10001' })],
  messages: [
    { id: newId(), type: 'order_shipped', method: 'email', status: 'sent', createdAt: '2026-02-01T00:00:00Z' },
  ],
}

function noAddress(): never {
  throw new Error('The built order has an address')
}

function open(path: string) {
  answerOrders({ rows: [] })
  answer(ordersApi.detail, order)
  return openApp(path, buildCurrentUser())
}

const shown = async () => within(await screen.findByRole('dialog', { name: 'Ana Ruiz' }))

describe('the page of a customer', () => {
  it('opens from an order and shows contacts, totals by currency, addresses, orders and messages', async () => {
    answer(customersApi.detail, ana)
    const user = open(`/orders?order=${order.id}`)
    await user.click(await screen.findByRole('link', { name: 'Ana Ruiz' }))
    const page = await shown()
    for (const text of [
      '$1,042.30',
      '60 orders',
      '€8.00',
      'LS-10001',
      '1 Main St',
      'Order shipped',
      '59 older orders are not shown.',
    ])
      expect(page.getByText(text)).toBeInTheDocument()
    await user.click(page.getByRole('button', { name: /LS-10020/ }))
    expect(await screen.findByRole('dialog', { name: /LS-10020/ })).toBeInTheDocument()
    expect(window.location.search).toBe(`?order=${order.id}`)
  })

  it('says that there is no such customer, or that it can’t be loaded', async () => {
    refuse(customersApi.detail, 404, 'This customer doesn’t exist.')
    const user = open(`/orders?customer=${ana.id}`)
    expect(await screen.findByText('Customer not found in your company.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('has nothing left of an erased customer, and no menu of their data', async () => {
    answer(customersApi.detail, {
      ...ana,
      name: null,
      email: null,
      erasedAt: '2026-02-02T00:00:00Z',
      orderCount: 0,
      orders: [],
      addresses: [],
      messages: [],
      totals: [],
    })
    open(`/orders?customer=${ana.id}`)
    const page = within(await screen.findByRole('dialog', { name: 'Guest Customer' }))
    expect(page.getByText(/personal data was erased/)).toBeInTheDocument()
    expect(page.getByText('No orders from this customer.')).toBeInTheDocument()
    expect(page.queryByRole('button', { name: 'Customer data' })).not.toBeInTheDocument()
  })
})
