import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attentionApi } from '#contract/attention.ts'
import { manualOrdersApi } from '#contract/manual-orders.ts'
import { ordersApi } from '#contract/orders.ts'
import { searchApi } from '#contract/search.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildSkuChoice } from '#web/testing/channel-builders.ts'
import { buildOrder, buildOrderDetail, buildOrderItem } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const mug = buildSkuChoice({ sku: 'MUG', title: 'Stoneware Mug', sellable: 3, price: '8.00' })
const created = buildOrderDetail({ orderNumber: 'LS-10050', channelId: null, channelName: null, channelType: null })

function openForm(path = '/orders?create=order') {
  answerOrders({ rows: [] })
  answer(attentionApi.skuChoices, { rows: [mug], total: 1 })
  answer(ordersApi.detail, created)
  return { user: openApp(path, ops), sent: answer(manualOrdersApi.create, { ...created, isNew: true }) }
}

const box = (name: string | RegExp) => screen.getByRole('textbox', { name })
const find = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))

describe('the form of a new order', () => {
  it('sends customer, address, items and charges, and opens the order', async () => {
    const { user, sent } = openForm()
    const form = await find(/New Order/)
    await user.click(await form.findByRole('radio', { name: /MUG/ }))
    expect(form.getByText('3 in stock')).toBeInTheDocument()
    await user.clear(box('Quantity'))
    await user.type(box('Quantity'), '2')
    await user.type(box(/^First name/), 'Ana')
    await user.type(box(/^Last name/), 'Ruiz')
    await user.type(box('Street'), '1 Main St')
    await user.type(box('City'), 'Seattle')
    await user.type(box('Postal code'), '98101')
    await user.type(screen.getByRole('combobox', { name: /State/ }), 'wa{Enter}')
    await user.type(box(/^Shipping charged/), '4.5')
    expect(form.getByText('Total 20.50')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Create order' }))
    expect(await screen.findByRole('dialog', { name: /LS-10050/ })).toBeInTheDocument()
    expect(sent).toMatchObject([
      {
        address: { recipientName: 'Ana Ruiz', line1: '1 Main St', state: 'WA', country: 'US' },
        items: [{ skuId: mug.skuId, quantity: 2, unitPrice: '8.00' }],
        shippingAmount: '4.50',
        messagesCustomer: false,
        number: null,
      },
    ])
    expect(window.location.search).toBe(`?order=${created.id}`)
  })

  it('says what is missing, warns of missing units and sends nothing', async () => {
    const { user, sent } = openForm()
    const form = await find(/New Order/)
    await user.click(form.getByRole('button', { name: 'Create order' }))
    expect(await form.findByText('Add at least one item')).toBeInTheDocument()
    expect(form.getByText('Street is required')).toBeInTheDocument()
    await user.click(await form.findByRole('radio', { name: /MUG/ }))
    await user.clear(box('Quantity'))
    await user.type(box('Quantity'), '5')
    expect(form.getByText('Only 3 in stock. The order will wait for more.')).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('fills in a customer who is found', async () => {
    const newest = buildOrderDetail()
    const { user } = openForm()
    answer(searchApi.find, {
      orders: [],
      skus: [],
      products: [],
      promotions: [],
      customers: [
        { id: newest.customer?.id ?? '', name: 'Ana Ruiz', newestOrderId: newest.id, newestOrderAt: newest.placedAt },
      ],
    })
    answer(ordersApi.detail, newest)
    const form = await find(/New Order/)
    await user.type(form.getByRole('searchbox', { name: 'Find a customer' }), 'ana')
    await user.click(await form.findByRole('button', { name: /Ana Ruiz/ }))
    await waitFor(() => expect(box('Street')).toHaveValue('1 Main St'))
    expect(box(/^Email/)).toHaveValue('ana@example.com')
  })

  it('shows why the server refused it', async () => {
    const original = buildOrderDetail({ items: [buildOrderItem({ skuId: mug.skuId })] })
    const { user } = openForm(`/orders?create=order&copy=${original.id}`)
    answer(ordersApi.detail, original)
    refuse(manualOrdersApi.create, 409, 'Order LS-10012 has this number already.', [
      { field: 'number', message: 'Order LS-10012 has this number already' },
    ])
    const form = await find(/Replacement Order/)
    await form.findByText(/^Free of charge and linked/)
    await user.click(form.getByRole('button', { name: 'Create order' }))
    expect(await form.findByText('Order LS-10012 has this number already')).toBeInTheDocument()
  })
})

it('a copied order is a replacement free of charge', async () => {
  const original = buildOrderDetail({ items: [buildOrderItem({ skuId: mug.skuId, quantity: 2 })] })
  answerOrders({ rows: [buildOrder({ id: original.id })] })
  answer(ordersApi.detail, original)
  const sent = answer(manualOrdersApi.create, { ...created, isNew: true })
  const user = openApp(`/orders?create=order&copy=${original.id}`, ops)
  const form = await find(/Replacement Order/)
  expect(await form.findByRole('switch', { name: /Free of charge/ })).toBeChecked()
  await user.click(form.getByRole('button', { name: 'Create order' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        replacesOrderId: original.id,
        shippingAmount: '0.00',
        items: [{ skuId: mug.skuId, quantity: 2, unitPrice: '0.00' }],
      },
    ]),
  )
})

it('a read-only person cannot enter orders', async () => {
  answerOrders({ rows: [] })
  openApp('/orders?create=order', buildCurrentUser({ role: 'readonly' }))
  expect(await screen.findByRole('button', { name: 'New Order' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
