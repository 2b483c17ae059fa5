import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type OrderDetail, ordersApi } from '#contract/orders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerOrder, openOrder } from '#web/testing/open-screen.tsx'
import {
  buildFulfillment,
  buildOrder,
  buildOrderAttention,
  buildOrderDetail,
  buildPackage,
} from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { FulfillOrderButton, OrderRemedies, remediesOf } from './order-dialog-button.tsx'

const order = buildOrderDetail({ needsOwnShipping: true })
const [lantern] = order.items
const reader = buildCurrentUser({ role: 'readonly' })

async function openShip(detail: OrderDetail = order) {
  answerOrder(detail)
  const user = await renderPiece(<FulfillOrderButton order={detail} />)
  await user.click(screen.getByText('Ship it yourself'))
  await screen.findByText('Units to send')
  return user
}

async function reasonOf(name: string): Promise<string | null> {
  const button = screen.getByRole('button', { name })
  button.focus()
  return button.getAttribute('aria-disabled') ? (await screen.findByRole('tooltip')).textContent : null
}

const save = () => screen.getByText('Mark as shipped')

describe('the dialog to ship an order yourself', () => {
  it('saves the parcel with everything that is left, as shipped now', async () => {
    const sent = answer(ordersApi.ship, buildOrder({ status: 'shipped' }))
    const user = await openShip()
    await user.type(screen.getByLabelText('Carrier'), 'UPS')
    await user.type(screen.getByLabelText('Tracking number'), ' 1Z999 ')
    await user.dblClick(save())
    expect(await screen.findByText('A package for order LS-10012 is on its way')).toBeInTheDocument()
    expect(sent).toEqual([{ orderId: order.id, carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null }])
    await waitFor(() => expect(screen.queryByText('Units to send')).not.toBeInTheDocument())
  })

  it('suggests carriers, and sends fewer units, a link and an earlier day', async () => {
    const sent = answer(ordersApi.ship, buildOrder())
    const user = await openShip()
    const carrier = screen.getByLabelText<HTMLInputElement>('Carrier')
    expect([...(carrier.list?.options ?? [])].map(({ value }) => value)).toContain('USPS')
    await user.type(carrier, 'Pigeon Post')
    await user.type(screen.getByLabelText('Tracking number'), '7')
    await user.type(screen.getByLabelText(/^Tracking link/), 'https://pigeons.example/7')
    await user.type(screen.getByLabelText('Units of HP-1001'), '1')
    const day = screen.getByLabelText('Ship date')
    await user.clear(day)
    await user.type(day, '2026-01-02')
    await user.click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([
      {
        orderId: order.id,
        carrier: 'Pigeon Post',
        trackingNumber: '7',
        trackingUrl: 'https://pigeons.example/7',
        shippedAt: new Date('2026-01-02T12:00').toISOString(),
        items: [{ orderItemId: lantern?.id, quantity: 1 }],
      },
    ])
  })

  it('says what is missing before it is sent', async () => {
    const sent = answer(ordersApi.ship, buildOrder())
    const user = await openShip()
    await user.type(screen.getByLabelText(/^Tracking link/), 'javascript:alert(1)')
    await user.click(save())
    expect(await screen.findByText('Carrier is required')).toBeInTheDocument()
    expect(screen.getByText('Tracking number is required')).toBeInTheDocument()
    expect(screen.getByText('Tracking link must start with https://')).toBeInTheDocument()
    await user.clear(screen.getByLabelText('Units of HP-1001'))
    expect(await reasonOf('Mark as shipped')).toBe('Choose at least one unit.')
    expect(sent).toEqual([])
  })

  it('keeps what was typed when the server refuses or does not answer, and says why', async () => {
    refuse(ordersApi.ship, 503, 'The database is away.')
    const user = await openShip()
    await user.type(screen.getByLabelText('Carrier'), 'UPS')
    await user.type(screen.getByLabelText('Tracking number'), '1Z999')
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.')
    expect(screen.getByLabelText('Tracking number')).toHaveValue('1Z999')
    const sent = answer(ordersApi.ship, buildOrder({ status: 'shipped' }))
    await user.click(save())
    await waitFor(() => expect(sent).toMatchObject([{ carrier: 'UPS', trackingNumber: '1Z999' }]))
  })

  it('asks before it drops what was typed', async () => {
    const user = await openShip()
    await user.type(screen.getByLabelText('Tracking number'), '1Z999')
    await user.click(screen.getByText('Cancel'))
    expect(await screen.findByRole('alertdialog')).toBeInTheDocument()
    expect(screen.getByLabelText('Tracking number')).toHaveValue('1Z999')
  })
})

describe('an order that only the seller can ship', () => {
  it('says so in its drawer, and has that as its main button in place of Fulfill', async () => {
    await openOrder(order)
    expect(screen.getByText(/^Amazon doesn’t stock any of its SKUs, so only you can ship it\./)).toBeInTheDocument()
    expect(screen.queryByText('Fulfill')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ship it yourself: order 1042' })).toBeEnabled()
  })

  it('is not shipped while it is on hold, and says why', async () => {
    await renderPiece(<FulfillOrderButton order={{ ...order, isHeld: true }} />)
    expect(await reasonOf('Ship it yourself: order 1042')).toBe('The order is on hold. Release it first.')
  })

  it('can’t be shipped by people who only read', async () => {
    await renderPiece(<FulfillOrderButton order={order} />, { user: reader })
    expect(await reasonOf('Ship it yourself: order 1042')).toMatch(/^Your role is Read Only\./)
  })

  it('is shipped from what needs attention', async () => {
    const { code } = buildOrderAttention({ code: 'unfulfillable' })
    const remedies = remediesOf({ code, coveredUnits: 1, orderStatus: order.status })
    await renderPiece(<OrderRemedies order={order} remedies={remedies} />)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Ship it yourself'])
  })
})

describe('a parcel of the seller’s own', () => {
  const parcel = buildPackage({ carrier: 'UPS', trackingNumber: '1Z9', trackingUrl: 'https://parcels.example/1Z9' })
  const shipped = buildOrderDetail({
    status: 'shipped',
    hasShipped: true,
    fulfillments: [buildFulfillment({ provider: 'seller', status: 'shipped', packages: [parcel] })],
  })
  const parcelItem = () => within(screen.getByRole('list', { name: 'Your package' }))

  it('is shown with carrier, number, link and day, without Amazon’s attempt', async () => {
    await openOrder(shipped)
    expect(parcelItem().getByText('Shipped by you')).toBeInTheDocument()
    expect(parcelItem().getByText('1Z9')).toBeInTheDocument()
    expect(parcelItem().getByRole('link', { name: /^Track with UPS/ })).toHaveAttribute('href', parcel.trackingUrl)
    expect(parcelItem().getByText('Jan 3')).toBeInTheDocument()
    expect(screen.queryByText(/^Attempt/)).not.toBeInTheDocument()
  })

  it('can be corrected; what was typed survives a refusal', async () => {
    const user = await openOrder(shipped)
    await user.click(parcelItem().getByRole('button', { name: 'Edit tracking for 1Z9' }))
    const number = await screen.findByLabelText('Tracking number')
    expect(screen.getByLabelText(/^Tracking link/)).toHaveValue('https://parcels.example/1Z9')
    refuse(ordersApi.correctTracking, 409, 'Another parcel of the order has this number.')
    await user.clear(number)
    await user.type(number, '1Z99')
    await user.click(screen.getByText('Save tracking'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Another parcel of the order has this number.')
    const sent = answer(ordersApi.correctTracking, buildOrder())
    await user.clear(screen.getByLabelText(/^Tracking link/))
    await user.click(screen.getByText('Save tracking'))
    expect(await screen.findByText('Order LS-10012 now has the corrected tracking number')).toBeInTheDocument()
    const tracking = { carrier: 'UPS', trackingNumber: '1Z99', trackingUrl: null }
    expect(sent).toEqual([{ orderId: shipped.id, packageId: parcel.id, ...tracking }])
  })

  it('has no working Edit for people who only read', async () => {
    await openOrder(shipped, { user: reader })
    expect(await reasonOf('Edit tracking for 1Z9')).toMatch(/^Your role is Read Only\./)
  })
})
