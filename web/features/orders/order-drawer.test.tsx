import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ordersApi } from '#contract/orders.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answerOrder, drawerOf, openOrder } from '#web/testing/open-screen.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import {
  buildFulfillment,
  buildOrder,
  buildOrderAttention,
  buildOrderDetail,
  buildOrderEvent,
  buildOrderItem,
  buildOrderProfit,
  buildPackage,
} from '#web/testing/order-builders.ts'
import { blockedReason, openApp, renderPiece } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { LinkedOrderDrawer } from './orders-page.tsx'

const order = buildOrderDetail()
const reader = buildCurrentUser({ role: 'readonly' })

/** A section of the drawer, by its heading. */
function part(name: string) {
  const section = screen.getByText(name, { selector: 'h3' }).closest('section')
  if (!section) throw new Error(`${name} heads no section`)
  return within(section)
}
const openUnknown = () => renderPiece(<LinkedOrderDrawer orders={[]} />, { path: `/orders?order=${order.id}` })

const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.textContent?.replace(label, '')

describe('the drawer', () => {
  it('opens from the card by its own link, refetches on changes, and closes by the back button', async () => {
    answerOrders({ rows: [order] })
    answerOrder(order)
    const user = openApp('/orders?status=placed', buildCurrentUser())
    await user.click(await screen.findByRole('button', { name: 'View order 1042' }))
    await drawerOf('Order LS-10012 · #1042 at Harbor Shop')
    expect(window.location.search).toBe(`?status=placed&order=${order.id}`)
    for (const [topic, status] of [
      ['orders', 'acknowledged'],
      ['attention', 'cancelled'],
    ] as const) {
      answerOrder({ ...order, status })
      FakeEventSource.latest.send(topic)
      expect(
        await (await drawerOf('Order LS-10012 · #1042 at Harbor Shop')).findByText(new RegExp(`^${status}$`, 'i')),
      ).toBeInTheDocument()
    }
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('?status=placed')
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(ordersApi.detail)
    await openUnknown()
    expect((await drawerOf('Order')).getByText('Loading...')).toBeInTheDocument()
  })

  it('says that there is no such order', async () => {
    refuse(ordersApi.detail, 404, 'This order doesn’t exist.')
    const user = await openUnknown()
    expect(await screen.findByText(/^Order not found in your company\./)).toBeInTheDocument()
    await user.click(screen.getByText('Back to orders'))
    expect(window.location.search).toBe('')
  })

  it('says why it can’t be loaded, and tries again on request', async () => {
    refuse(ordersApi.detail, 503, 'The database did not answer.')
    const user = await openUnknown()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The order couldn’t be loadedThe database did not answer.',
    )
    answerOrder(order)
    await user.click(screen.getByText('Try again'))
    await drawerOf('Order LS-10012 · #1042 at Harbor Shop')
  })

  it('opens the previous and next order by keys and buttons, up to the ends of the list', async () => {
    const [first, last] = ['first', 'last']
    const orders = [buildOrder({ id: first }), order, buildOrder({ id: last })]
    const user = await openOrder(order, { orders, query: '&section=packages' })
    expect(screen.getByText('2 of 3')).toBeInTheDocument()
    const shown = () => new URLSearchParams(window.location.search)
    await user.keyboard('j')
    expect([shown().get('order'), shown().get('section')]).toEqual([last, null])
    expect(screen.getByRole('button', { name: 'Next order' })).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('jk')
    expect(shown().get('order')).toBe(order.id)
    await user.click(screen.getByRole('button', { name: 'Previous order' }))
    expect(shown().get('order')).toBe(first)
  })

  it('ignores keys pressed in a dialog above it', async () => {
    const user = await openOrder(order, { orders: [order, buildOrder()] })
    await user.click(screen.getByRole('button', { name: 'Add note' }))
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'jkj')
    screen.getByRole('button', { name: 'Cancel' }).focus()
    await user.keyboard('j')
    expect(window.location.search).toBe(`?order=${order.id}`)
  })
})

describe('the order’s content', () => {
  it('shows number, channel, total, flags and their reasons', async () => {
    const held = { isHeld: true, holdReason: 'Fraud check', isPartial: true, partialReason: '1 unit is left.' }
    const user = await openOrder({ ...order, ...held, currency: 'EUR' })
    const drawer = await drawerOf('Order LS-10012 · #1042 at Harbor Shop')
    for (const text of ['Placed', 'On hold', 'Fraud check', 'Partial', '1 unit is left.']) {
      expect(drawer.getAllByText(text)).not.toHaveLength(0)
    }
    expect(drawer.getAllByText('€42.30')).toHaveLength(2)
    expect(fact('Channel')).toBe('Harbor Shop')
    await user.click(drawer.getByRole('button', { name: 'Copy order number LS-10012' }))
    expect(await navigator.clipboard.readText()).toBe('LS-10012')
  })

  it('shows its profit', async () => {
    const profit = buildOrderProfit({ netSales: '39.20', fulfillmentFees: '6.00', profit: '21.20', gaps: [] })
    await openOrder({ ...order, profit })
    expect(await screen.findByRole('region', { name: 'Profit' })).toHaveTextContent(
      'Net sales (without tax)$39.20Cost of items−$12.00Amazon fees (estimate)−$6.00Profit$21.20 (54.1%)',
    )
  })

  it('does not say that tax is taken off where the channel gave none', async () => {
    await openOrder({ ...order, taxAmount: null, profit: buildOrderProfit() })
    expect(await screen.findByRole('region', { name: 'Profit' })).toHaveTextContent('Net sales (tax not provided)')
  })

  it('names what is not known of its profit', async () => {
    await openOrder({ ...order, profit: buildOrderProfit() })
    const section = await screen.findByRole('region', { name: 'Profit' })
    expect(section).toHaveTextContent('Incomplete. Not sent yet.')
    expect(section).toHaveTextContent('Amazon fees (estimate)—Profit—')
  })

  it('shows picture, held and unsent units of each line, and the amounts', async () => {
    await openOrder({
      ...order,
      items: [
        buildOrderItem({ unsent: 1, imageUrl: '/api/images/7' }),
        buildOrderItem({ sku: 'TEE-X', skuId: null, title: null, unsent: 0, held: 0 }),
      ],
    })
    const [lantern, tee] = part('Items').getAllByRole('listitem')
    expect(lantern).toHaveTextContent('Harbor Lantern$38.00HP-10011 to ship · stock reserved2 × $19.00')
    expect(lantern?.querySelector('img')).toHaveAttribute('src', '/api/images/7')
    expect(tee).toHaveTextContent('TEE-X$38.00Unknown SKUAll sent2 × $19.00')
    expect(tee?.querySelector('img')).toBeNull()
    const amounts = part('Items').getAllByRole('term')
    expect(amounts.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Subtotal$38.00',
      'Discount (FALL10)−$3.80',
      'Shipping$5.00',
      'Tax$3.10',
      'Total$42.30',
    ])
  })

  it('shows the customer as sent by the server, copies the address, and lists its problems', async () => {
    const addressProblems = ['State is required for United States']
    const customer = { id: order.id, email: 'a•••@example.com', firstName: 'Ana', lastName: null, phone: null }
    const user = await openOrder({ ...order, customer, addressProblems })
    expect(fact('Name')).toBe('Ana Ruiz')
    expect(fact('Email')).toBe('a•••@example.com')
    expect(fact('Phone')).toBe('—')
    await user.click(part('Customer').getByRole('button', { name: 'Copy address' }))
    expect(await navigator.clipboard.readText()).toBe('Ana Ruiz\n1 Main St\nSeattle, WA 98101\nUnited States')
    expect(part('Customer').getByRole('alert')).toHaveTextContent('State is required for United States')
    expect(part('Customer').getByRole('link', { name: 'Messages' })).toHaveAttribute(
      'href',
      `/notifications?order=${order.id}`,
    )
  })

  it('says who sees notes and reasons that the server has masked', async () => {
    const [entry] = order.timeline
    const timeline = entry ? [{ ...entry, event: 'order.note', description: 'Note', reason: '•••' }] : []
    await openOrder({ ...order, isHeld: true, notes: '•••', holdReason: '•••', timeline })
    expect(screen.getAllByText('••• Shown to Operations and Admin only')).toHaveLength(3)
  })

  it('handles guests and orders without an address', async () => {
    await openOrder({ ...order, customerName: null, customer: null, shippingAddress: null })
    expect(fact('Name')).toBe('Guest Customer')
    expect(fact('Ship to')).toBe('The channel sent no address.')
  })
})

describe('the attention section', () => {
  it('shows remedies and who must act', async () => {
    const codes = ['bad_address', 'unmapped_sku', 'totals_differ', 'stuck_in_planning'] as const
    const attentions = codes.map((code) => buildOrderAttention({ code }))
    await openOrder({ ...order, attentions, items: [buildOrderItem({ sku: 'TEE-X', skuId: null })] })
    const buttons = part('Needs attention').getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Edit address',
      'Map TEE-X',
      'Dismiss',
      'Cancel and resubmit',
    ])
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual([null, null, null, 'true'])
    expect(part('Needs attention').getAllByText(/^Waiting on you ·/)).toHaveLength(4)
  })

  it('offers the remedies of lacking stock, and resends a failed message', async () => {
    const failed = buildOrderAttention({ code: 'push_back_failed', messageId: order.id })
    const items = [buildOrderItem({ sku: 'MUG', ownSku: 'HP-MUG', lacking: 1 })]
    const user = await openOrder({ ...order, attentions: [buildOrderAttention(), failed], items })
    const section = part('Needs attention')
    expect(section.getByRole('link', { name: 'See stock for HP-MUG' })).toHaveAttribute(
      'href',
      `/inventory?sku=${items[0]?.skuId}`,
    )
    expect(section.getByRole('button', { name: 'Send the rest' })).toBeInTheDocument()
    expect(section.getByRole('button', { name: /^Send again: message/ })).toBeInTheDocument()
    await user.click(section.getByRole('button', { name: 'More options for order LS-10012' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Substitute…',
      'Cancel and notify the customer…',
      'Send anyway…',
    ])
    expect(part('Items').getByText('HP-MUG')).toBeInTheDocument()
    expect(part('Items').getByText('2 to ship · 1 not in stock')).toBeInTheDocument()
  })

  it('shows the reason', async () => {
    const reason = 'FALL10 does not apply. Limit of 1 use reached.'
    await openOrder({ ...order, attentions: [buildOrderAttention({ code: 'discount_differs', reason })] })
    expect(part('Needs attention').getByText(reason, { exact: false })).toBeInTheDocument()
  })
})

describe('fulfillments', () => {
  const [line] = order.items
  const units = { orderItemId: line?.id ?? '', cancelledQuantity: 0, unfulfillableQuantity: 0 }

  it('show Amazon’s dates and errors for each attempt', async () => {
    await openOrder({
      ...order,
      status: 'sent_to_fulfillment',
      transit: 'cancelling',
      fulfillments: [
        buildFulfillment({
          attempt: 2,
          cancelRequestedAt: '2026-01-02T00:00:00Z',
          cancelPurpose: 'send_again',
          items: [{ ...units, quantity: 2, unfulfillableQuantity: 1 }],
        }),
        buildFulfillment({ status: 'unfulfillable', error: { code: 'x', message: 'No carrier goes there.' } }),
      ],
    })
    const second = screen.getByRole('listitem', { name: 'Attempt 2' })
    expect(second).toHaveTextContent(/PlanningLS-10012-1/)
    expect(second).toHaveTextContent(/SpeedStandardShips byJan 3Arrives byJan 6Fee\$5\.85Units2 × HP-1001/)
    expect(second).toHaveTextContent('Once Amazon confirms, the order will be sent again.')
    expect(second).toHaveTextContent('Amazon didn’t ship 1 × HP-1001.')
    expect(within(screen.getByRole('listitem', { name: 'Attempt 1' })).getByRole('alert')).toHaveTextContent(
      'Amazon did not ship itNo carrier goes there.',
    )
  })

  it('show each package with carrier, tracking number, events and whether it was reported to the channel', async () => {
    const parcels = [
      buildPackage({
        carrierStatus: 'OUT_FOR_DELIVERY',
        items: [{ orderItemId: units.orderItemId, quantity: 2 }],
        events: [
          {
            id: '1',
            eventType: 'EVENT_301',
            description: null,
            location: 'Seattle',
            timestamp: '2026-01-05T00:00:00Z',
          },
        ],
      }),
      buildPackage({ packageNumber: '2', trackingNumber: null, trackingUrl: null, shippedAt: null, reportedAt: null }),
    ]
    await openOrder({ ...order, status: 'shipped', fulfillments: [buildFulfillment({ packages: parcels })] })
    const list = screen.getByRole('list', { name: 'Packages' })
    const [first, second] = [...list.children] as [HTMLElement, HTMLElement]
    expect(first).toHaveTextContent(/^Package 1 Out for deliveryTrack with UPSUPS1Z999AA10123456784/)
    expect(first).toHaveTextContent(/Units2 × HP-1001Harbor Shop notified.* ago1 tracking event/)
    expect(within(first).getByRole('link')).toHaveAttribute('href', parcels[0]?.trackingUrl)
    expect(second).toHaveTextContent(/^Package 2 Not shipped yetUPSNo tracking number yet\./)
    expect(second).toHaveTextContent(/Harbor Shop notifiedNot yet$/)
    expect(within(second).queryByRole('link')).not.toBeInTheDocument()
  })

  it('get the focus when the URL asks for the packages', async () => {
    await openOrder(order, { query: '&section=packages' })
    expect(screen.getByText('Fulfillment', { selector: 'h3' }).closest('section')?.parentElement).toHaveFocus()
  })
})

describe('the review', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
  const delivered = { ...order, status: 'delivered', hasShipped: true } as const

  it('is requested by the drawer’s own button, once', async () => {
    const user = await openOrder({ ...delivered, deliveredAt: daysAgo(6) })
    const requested = { ...delivered, deliveredAt: daysAgo(6), reviewRequestedAt: daysAgo(0) }
    const sent = answer(ordersApi.requestReview, requested)
    answerOrder(requested)
    await user.click(screen.getByRole('button', { name: 'Request Review' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Request Review' }))
    await screen.findByText('The review email for order LS-10012 is on its way to the customer')
    expect(sent).toEqual([{ orderId: order.id }])
    await waitFor(() => expect(blockedReason('Request Review')).toBe('A review has already been requested.'))
  })

  it('can’t be requested right after the delivery, and says from when on', async () => {
    await openOrder({ ...delivered, deliveredAt: daysAgo(0) })
    const reason = 'Available 5 days after delivery'
    await waitFor(() => expect(blockedReason('Request Review')).toBe(reason))
  })
})

describe('the timeline', () => {
  it('lists entries and notes, newest first, with actor and reason', async () => {
    const timeline = [
      buildOrderEvent(),
      buildOrderEvent({ event: 'order.note', description: 'Note', reason: 'Called her.', actorName: 'Omar Reyes' }),
    ]
    await openOrder({ ...order, timeline, notes: 'Leave it at the door.' })
    const [note, placed] = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
    expect(note).toHaveTextContent(/^Note.* agoCalled her\.Omar Reyes$/)
    expect(placed).toHaveTextContent(/^The order came in\..* agoHarbor Shop$/)
    expect(part('Timeline').getByText('Leave it at the door.')).toBeInTheDocument()
  })

  it('shows Lockstep as the actor of background jobs', async () => {
    await openOrder({ ...order, timeline: [buildOrderEvent({ actorType: 'job', actorName: 'orders.watch' })] })
    expect(within(screen.getByRole('list', { name: 'Timeline' })).getByRole('listitem')).toHaveTextContent(/Lockstep$/)
  })

  it('shows the latest entries of a long timeline first', async () => {
    const timeline = Array.from({ length: 40 }, (_, step) => buildOrderEvent({ description: `Step ${step}.` }))
    const user = await openOrder({ ...order, timeline })
    const entries = () => within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
    expect(entries()).toHaveLength(12)
    expect(entries()[0]).toHaveTextContent('Step 39.')
    await user.click(screen.getByRole('button', { name: 'Show all 40 entries' }))
    expect(entries()).toHaveLength(40)
  })
})

describe('the raw payload', () => {
  it('is requested only when it is unfolded', async () => {
    const requests = answer(ordersApi.payloads, [
      {
        id: order.id,
        eventType: 'order.created',
        receivedAt: '2026-01-01T00:00:00Z',
        text: '{"type":"order.created"}',
      },
    ])
    const user = await openOrder(order)
    expect(requests).toEqual([])
    await user.click(screen.getByText('1 message from the channel, as received'))
    expect(await screen.findByText(/"type": "order.created"/)).toBeInTheDocument()
    expect(requests).toHaveLength(1)
  })

  it('and all actions are hidden from the role Read Only', async () => {
    const user = await openOrder(order, { user: reader })
    expect(screen.queryByText('Raw payload')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Actions for order 1042' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Copy order number'])
    for (const name of ['Fulfill order 1042', 'Add note'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  })
})
