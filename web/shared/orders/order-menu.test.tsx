import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { answerOrder } from '#web/testing/open-screen.tsx'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { OrderMenu } from './order-menu.tsx'

const day = 24 * 3600 * 1000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

async function openMenu(state: Partial<OrderRow> = {}) {
  const order = buildOrder(state)
  const user = await renderPiece(<OrderMenu order={order} />)
  await user.click(screen.getByRole('button', { name: 'Actions for order 1042' }))
  const menu = within(screen.getByRole('menu'))
  await menu.findAllByRole('menuitem')
  return { user, order, menu, choose: (name: string) => user.click(menu.getByRole('menuitem', { name })) }
}

const itemsOf = (menu: Awaited<ReturnType<typeof openMenu>>['menu']) =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent)

const toastText = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument()

describe('the menu of an order', () => {
  it('has every action that a placed order allows, and the reason why the others are not possible', async () => {
    const { user, menu } = await openMenu()
    expect(itemsOf(menu)).toEqual([
      'View details',
      'Acknowledge',
      'Fulfill',
      'Ship it yourself',
      'Edit address',
      'Hold…',
      'Cancel order',
      'Request ReviewAvailable after delivery',
      'Tags…',
      'Add note',
      'Copy order number',
      'Copy as replacement',
      'Print packing slip',
    ])
    await user.click(menu.getByRole('menuitem', { name: /^Request Review/ }))
    expect(screen.getByRole('menu')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('changes with the status of the order', async () => {
    const { menu } = await openMenu({ status: 'shipped', hasShipped: true })
    expect(itemsOf(menu)).toEqual([
      'View details',
      'Track Shipment',
      'AcknowledgeThe order has shipped.',
      'FulfillThe order has shipped.',
      'Ship it yourselfThe order has shipped.',
      'Edit addressThe order has shipped.',
      'Hold…The order has shipped.',
      'Cancel orderThe order has shipped.',
      'Request ReviewAvailable after delivery',
      'Tags…',
      'Add note',
      'Copy order number',
      'Copy as replacement',
      'Print packing slip',
    ])
  })

  it('resends what is on its way to Amazon, and releases what is held', async () => {
    const { menu } = await openMenu({ transit: 'sending', isHeld: true })
    expect(itemsOf(menu)).toEqual(expect.arrayContaining(['Resend', 'Release', 'Cancel order']))
    expect(itemsOf(menu)).not.toContain('Fulfill')
  })

  it('says of an order that only the seller can ship why Amazon is not asked', async () => {
    const { menu } = await openMenu({ needsOwnShipping: true })
    expect(itemsOf(menu).slice(2, 4)).toEqual([
      'FulfillNone of its SKUs are stocked at Amazon. Ship it yourself.',
      'Ship it yourself',
    ])
  })

  it('tracks the shipment in the drawer, at the packages', async () => {
    const shipped = buildOrderDetail({ status: 'shipped' })
    answerOrder(shipped)
    const { choose } = await openMenu({ id: shipped.id, status: 'shipped' })
    await choose('Track Shipment')
    expect(window.location.search).toBe(`?order=${shipped.id}&section=packages`)
  })

  it('copies the number and opens the packing slip in a tab of its own', async () => {
    const { choose, menu, order } = await openMenu()
    const slip = menu.getByRole('menuitem', { name: 'Print packing slip' })
    expect(slip).toHaveAttribute('href', `/api/orders/${order.id}/packing-slip`)
    expect(slip).toHaveAttribute('target', '_blank')
    await choose('Copy order number')
    expect(await navigator.clipboard.readText()).toBe('LS-10012')
  })
})

describe('an order action', () => {
  it.each([
    ['Acknowledge', ordersApi.acknowledge, {}, 'Order LS-10012 has been acknowledged'],
    ['Release', ordersApi.release, { isHeld: true }, 'Order LS-10012 was released. It can now be sent.'],
    ['Restore', ordersApi.restore, { status: 'cancelled' }, 'Order LS-10012 is open again'],
  ] as [string, Endpoint, Partial<OrderRow>, string][])('%s is taken at once', async (name, endpoint, state, said) => {
    const { choose, order } = await openMenu(state)
    const sent = answer(endpoint, buildOrder())
    await choose(name)
    await toastText(said)
    expect(sent).toEqual([{ orderId: order.id }])
  })

  it('that the server refuses says why', async () => {
    const { choose } = await openMenu()
    refuse(ordersApi.acknowledge, 409, 'The order has been cancelled.')
    await choose('Acknowledge')
    const said = await screen.findByText('Failed to acknowledge the order. The order has been cancelled.')
    expect(said).toBeInTheDocument()
  })

  it('Hold asks for a reason, and gives the focus back', async () => {
    const { user, choose, order } = await openMenu()
    const sent = answer(ordersApi.hold, buildOrder({ isHeld: true }))
    await choose('Hold…')
    await user.click(await screen.findByText('Hold order'))
    expect(await screen.findByText('Reason is required')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Reason'), 'Fraud check{Enter}by Omar')
    await user.click(screen.getByText('Hold order'))
    await toastText('Order LS-10012 is on hold until someone releases it')
    expect(sent).toEqual([{ orderId: order.id, reason: 'Fraud check by Omar' }])
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-label', 'Actions for order 1042'))
  })

  it('Cancel says that it takes effect at once, and needs no reason', async () => {
    const { user, choose, order } = await openMenu()
    const sent = answer(ordersApi.cancel, buildOrder({ status: 'cancelled' }))
    await choose('Cancel order')
    expect(await screen.findByText(/^The order will be cancelled immediately/)).toBeInTheDocument()
    await user.click(screen.getByText('Cancel order'))
    await toastText('Order LS-10012 has been cancelled')
    expect(sent).toEqual([{ orderId: order.id }])
  })

  it('Cancel says that Amazon is asked and may refuse; what it says stays in the dialog', async () => {
    const { user, choose, order } = await openMenu({ status: 'sent_to_fulfillment' })
    refuse(ordersApi.cancel, 409, 'The order has shipped.')
    await choose('Cancel order')
    expect(await screen.findByText(/If it’s already being packed, Amazon may refuse/)).toBeInTheDocument()
    await user.type(screen.getByLabelText(/^Reason/), 'Customer asked')
    await user.click(screen.getByText('Cancel order'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The order has shipped.')
    const sent = answer(ordersApi.cancel, buildOrder({ status: 'sent_to_fulfillment', transit: 'cancelling' }))
    await user.click(screen.getByText('Cancel order'))
    await toastText('Order LS-10012 will be cancelled once Amazon agrees')
    expect(sent).toEqual([{ orderId: order.id, reason: 'Customer asked' }])
  })

  it('Cancel and resubmit can choose another speed', async () => {
    const { user, choose, order } = await openMenu({ status: 'sent_to_fulfillment' })
    const sent = answer(ordersApi.cancelAndResend, buildOrder({ transit: 'resending' }))
    await choose('Cancel and resubmit')
    await user.click(await screen.findByRole('combobox', { name: 'Shipping speed' }))
    await user.click(screen.getByRole('option', { name: 'Priority' }))
    await user.click(screen.getByText('Cancel and resubmit'))
    await toastText('Order LS-10012 will be sent again once Amazon confirms the cancellation')
    expect(sent).toEqual([{ orderId: order.id, shippingSpeed: 'priority' }])
  })

  it('Request Review asks first', async () => {
    const { user, choose } = await openMenu({ status: 'delivered', deliveredAt: ago(6) })
    const sent = answer(ordersApi.requestReview, buildOrder())
    await choose('Request Review')
    expect(await screen.findByText(/It’s sent once per order/)).toBeInTheDocument()
    await user.click(screen.getByText('Request Review'))
    await toastText('The review email for order LS-10012 is on its way to the customer')
    expect(sent).toHaveLength(1)
  })

  it('Edit address validates before it is sent', async () => {
    const detail = buildOrderDetail()
    const { user, choose } = await openMenu({ id: detail.id })
    answerOrder(detail)
    const sent = answer(ordersApi.editAddress, buildOrder())
    await choose('Edit address')
    await chooseCountry(user, 'Canada')
    await chooseCountry(user, 'usa')
    await user.clear(screen.getByLabelText('Postal code'))
    await user.type(screen.getByLabelText('Postal code'), '9810')
    await user.click(screen.getByText('Save only'))
    expect(await screen.findByText('State is required for United States')).toBeInTheDocument()
    expect(screen.getByText('Invalid postal code for United States')).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.type(screen.getByLabelText('State'), 'wa{Enter}')
    await user.type(screen.getByLabelText('Postal code'), '1')
    await user.click(screen.getByText('Save only'))
    await toastText('Address saved. Not sent yet.')
    await toastText('Order LS-10012 will stay in All orders as Placed until it’s sent.')
    expect(sent).toEqual([{ ...detail.shippingAddress, orderId: detail.id, postalCode: '98101' }])
    const fulfilled = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    await toastText('Order LS-10012 is being sent to Amazon')
    expect(fulfilled).toEqual([{ orderId: detail.id, insists: false }])
  })

  it('Edit address saves and sends in one step', async () => {
    const detail = buildOrderDetail()
    const { user, choose } = await openMenu({ id: detail.id })
    answerOrder(detail)
    const saved = answer(ordersApi.editAddress, buildOrder())
    const sent = answer(ordersApi.fulfill, buildOrder({ transit: 'sending' }))
    await choose('Edit address')
    await user.click(await screen.findByText('Save and send'))
    await toastText('Order LS-10012 is being sent to Amazon')
    expect([saved.length, sent]).toEqual([1, [{ orderId: detail.id, insists: false }]])
  })

  it('Edit address says plainly when the address was saved and the order not sent', async () => {
    const detail = buildOrderDetail()
    const { user, choose } = await openMenu({ id: detail.id })
    answerOrder(detail)
    answer(ordersApi.editAddress, buildOrder())
    refuse(ordersApi.fulfill, 409, 'Not enough in stock of MUG (1 ordered).')
    await choose('Edit address')
    await user.click(await screen.findByText('Save and send'))
    await toastText('Order LS-10012 has the new address but was not sent. Not enough in stock of MUG (1 ordered).')
    expect(screen.getByText('Address saved. Not sent.')).toBeInTheDocument()
  })

  it('Edit address says that the order is sent when automatic fulfillment was faster', async () => {
    const detail = buildOrderDetail()
    const { user, choose } = await openMenu({ id: detail.id })
    answerOrder(detail)
    answer(ordersApi.editAddress, buildOrder())
    await choose('Edit address')
    await screen.findByText('Save and send')
    refuse(ordersApi.fulfill, 409, 'The order is being sent to Amazon.')
    answerOrder({ ...detail, transit: 'sending' })
    await user.click(screen.getByText('Save and send'))
    await toastText('Order LS-10012 is being sent to Amazon')
    expect(screen.queryByText('Address saved. Not sent.')).not.toBeInTheDocument()
  })

  it('Edit address only saves an order that can’t be sent, and says why', async () => {
    const detail = buildOrderDetail({ isHeld: true, holdReason: 'Fraud check' })
    const { user, choose } = await openMenu({ id: detail.id, isHeld: true })
    answerOrder(detail)
    answer(ordersApi.editAddress, buildOrder())
    await choose('Edit address')
    expect(await screen.findByText('It can’t be sent yet: The order is on hold. Release it first.')).toBeInTheDocument()
    expect(screen.queryByText('Save and send')).not.toBeInTheDocument()
    await user.click(screen.getByText('Save only'))
    await toastText('Address saved. Not sent yet.')
    expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
  })

  it('Edit address requires a state only in countries that need one, and shows a country that there is not', async () => {
    const address = { recipientName: 'Ana Ruiz', line1: '1 Main St', line2: null, city: 'Leeds', state: null }
    const detail = buildOrderDetail({ shippingAddress: { ...address, postalCode: 'LS1 1UR', country: 'QQ' } })
    const { user, choose } = await openMenu({ id: detail.id })
    answerOrder(detail)
    await choose('Edit address')
    expect(await screen.findByLabelText('Country')).toHaveValue('QQ')
    await user.click(screen.getByText('Save only'))
    expect(await screen.findByText('QQ isn’t a valid country code')).toBeInTheDocument()
    await chooseCountry(user, 'uk')
    expect(screen.getByLabelText('Country')).toHaveValue('United Kingdom')
    expect(screen.getByLabelText('State (optional)')).toBeInTheDocument()
  })
})

async function chooseCountry(user: UserEvent, text: string) {
  const country = await screen.findByLabelText('Country')
  await user.clear(country)
  await user.type(country, `${text}{Enter}`)
}
