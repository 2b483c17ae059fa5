import { describe, expect, it } from 'vitest'
import { wooDelivery, wooLine, wooOrder, wooParty } from './fixtures/webhook.ts'
import { readWoocommerce } from './read-webhook.ts'

const read = (changes: object = {}, topic = 'order.updated') =>
  readWoocommerce(wooDelivery({ topic, payload: wooOrder(changes) }))

function orderOf(changes: object) {
  const reading = read(changes)
  if (reading.kind !== 'order') throw new Error(`It was read as ${reading.kind}.`)
  return reading.event.order
}

describe('an order of WooCommerce', () => {
  it('is read with all its fields', () => {
    expect(read({}, 'order.created')).toEqual({
      kind: 'order',
      event: {
        // The topic is not signed: the time in the body decides, less a moment against an update of the same second.
        eventType: 'order.updated',
        eventAt: new Date('2026-09-20T10:15:01.999Z'),
        order: {
          externalOrderId: '727',
          placedAt: '2026-09-20T10:14:58Z',
          currency: 'USD',
          customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', phone: '(206) 555-0100' },
          shippingAddress: {
            recipientName: 'Ana Ruiz',
            line1: '1 Main St',
            line2: null,
            city: 'Seattle',
            state: 'WA',
            postalCode: '98101',
            country: 'US',
          },
          shippingSpeed: 'standard',
          items: [
            {
              externalItemId: '315',
              externalId: '94',
              sku: 'TEE-L',
              title: 'Tee - Large',
              quantity: 2,
              unitPrice: '19.00',
              properties: [{ name: 'Size', value: 'Large' }],
            },
          ],
          promotionCodes: ['fall10'],
          cartReference: null,
          subtotal: '38.00',
          discountAmount: '3.80',
          shippingAmount: '5.00',
          taxAmount: '3.10',
          total: '42.30',
          notes: 'Please ring twice',
        },
      },
    })
  })

  it.each([
    ['its SKU', { sku: ' TEE-L ' }, { sku: 'TEE-L', externalId: '94' }],
    ['the variation where it has none', { sku: '' }, { sku: '#94', externalId: '94' }],
    ['the product where it has no variation', { sku: null, variation_id: 0 }, { sku: '#93', externalId: '93' }],
    ['its name once the product is deleted', { sku: null, variation_id: 0, product_id: 0 }, { sku: 'Tee - Large' }],
  ])('names a line by %s', (_, line, item) => {
    expect(orderOf({ line_items: [wooLine(line)] }).items).toMatchObject([item])
  })

  it('goes to the billing address when there is no other', () => {
    const shipping = wooParty({
      first_name: '',
      last_name: '',
      address_1: '',
      city: '',
      postcode: '',
      country: '',
      phone: '',
    })
    expect(orderOf({ shipping, billing: wooParty({ address_1: '9 Pine St' }) })).toMatchObject({
      shippingAddress: { recipientName: 'Ana Ruiz', line1: '9 Pine St', city: 'Seattle' },
      customer: { phone: '(206) 555-0100' },
    })
  })

  it.each([
    ['cart-7f3a', 'cart-7f3a'],
    [' ', null],
    [{ a: 1 }, null],
  ])('carries the cart reference that the website stored as %o', (value, cartReference) => {
    const meta_data = [
      { id: 1, key: 'other', value: 'x' },
      { id: 2, key: 'lockstep_cart', value },
    ]
    expect(orderOf({ meta_data })).toMatchObject({ cartReference })
  })

  it('goes to the recipient, and belongs to the buyer', () => {
    const shipping = wooParty({
      first_name: 'Bo',
      last_name: 'Lee',
      company: 'Acme',
      address_2: 'Floor 3',
      phone: '555-1',
    })
    expect(orderOf({ shipping })).toMatchObject({
      shippingAddress: { recipientName: 'Bo Lee', line2: 'Acme, Floor 3' },
      customer: { firstName: 'Ana', lastName: 'Ruiz', phone: '555-1' },
    })
  })

  it('is not stopped by invalid customer input', () => {
    const billing = wooParty({ email: 'ana at home', first_name: 'Ana\u0000\t\ud800', phone: '1'.repeat(60) })
    const order = orderOf({ billing, shipping: wooParty({ phone: '', address_1: '1 Main St\r\n<script>' }) })
    expect(order.customer).toMatchObject({ email: null, firstName: 'Ana \ufffd', phone: '1'.repeat(40) })
    expect(order.shippingAddress.line1).toBe('1 Main St <script>')
  })

  it.each([
    ['a fee counts with shipping', { fee_lines: [{ total: '2.00' }], total: '44.30' }, { shippingAmount: '7.00' }],
    [
      'a reduction counts with the discount',
      { fee_lines: [{ total: '-2.00' }], total: '40.30' },
      { discountAmount: '5.80' },
    ],
    [
      'a line made dearer by hand counts with shipping',
      { line_items: [wooLine({ total: '40.00' })], total: '48.10' },
      { discountAmount: '0.00', shippingAmount: '7.00', total: '48.10' },
    ],
    [
      'cents that units can’t share stay in the line’s total',
      { line_items: [wooLine({ quantity: 3, subtotal: '47.90', total: '47.90' })], total: '56.00' },
      { subtotal: '47.90', discountAmount: '0.00', taxAmount: '3.10', total: '56.00', items: [{ lineTotal: '47.90' }] },
    ],
    [
      'cents lost in rounding are tax',
      { line_items: [wooLine({ total: '34.19' })] },
      { subtotal: '38.00', discountAmount: '3.81', taxAmount: '3.11', total: '42.30' },
    ],
    [
      'sums that don’t add up are left as they are',
      { total: '99.00' },
      { subtotal: '38.00', taxAmount: '3.10', total: '99.00' },
    ],
    [
      'a part refunded is not in them, and a person looks at the lines',
      { refunds: [{ id: 9, reason: '', total: '-10.00' }] },
      {
        subtotal: '38.00',
        discountAmount: '3.80',
        total: '42.30',
        refundedAmount: '10.00',
        hold: { code: 'other', reason: 'Partly refunded in WooCommerce; the message doesn’t say which items.' },
        notes: 'Partly refunded in WooCommerce: 10.00 USD. Please ring twice',
      },
    ],
    [
      'a full refund is not called a part',
      { refunds: [{ id: 9, reason: '', total: '-42.30' }] },
      {
        total: '42.30',
        refundedAmount: '42.30',
        hold: { code: 'other', reason: 'Refunded in full in WooCommerce.' },
        notes: 'Refunded in full in WooCommerce: 42.30 USD. Please ring twice',
      },
    ],
    [
      'the discount is that of the lines',
      { discount_total: '0.00' },
      { subtotal: '38.00', discountAmount: '3.80', total: '42.30' },
    ],
    [
      'a third decimal is rounded without a difference',
      {
        currency: 'KWD',
        line_items: [
          wooLine({ quantity: 3, subtotal: '3.755', total: '3.755' }),
          wooLine({ id: 316, quantity: 1, subtotal: '1.255', total: '1.255' }),
        ],
        shipping_total: '0.505',
        total_tax: '0.000',
        total: '5.515',
      },
      { subtotal: '5.02', discountAmount: '0.01', shippingAmount: '0.51', taxAmount: '0.00', total: '5.52' },
    ],
    [
      'a line edited down to nothing is left out',
      { line_items: [wooLine(), wooLine({ id: 316, quantity: 0, subtotal: '0.00' })] },
      { subtotal: '38.00' },
    ],
  ])('adds up: %s', (_, changes, order) => {
    expect(orderOf(changes)).toMatchObject(order)
  })
})

describe('the status of a WooCommerce order', () => {
  const unpaid = { date_paid_gmt: null, date_paid: null }

  it.each([
    [
      'until it is paid',
      unpaid,
      { code: 'awaiting_payment', reason: 'The order is on hold in WooCommerce until it is paid (Credit card).' },
    ],
    ['by the shop’s people', {}, { code: 'on_hold', reason: 'The shop put the order on hold in WooCommerce.' }],
  ])('on-hold brings it in and keeps it back %s', (_, changes, hold) => {
    expect(read({ status: 'on-hold', ...changes })).toMatchObject({
      kind: 'order',
      event: { eventType: 'order.updated', order: { externalOrderId: '727', hold, items: [{ quantity: 2 }] } },
    })
  })

  it.each([
    ['pending', {}, 'awaiting_payment', /pending payment/],
    ['failed', {}, 'awaiting_payment', /payment failed/],
    ['cancelled', unpaid, 'awaiting_payment', /cancelled before it was paid/],
    ['refunded', unpaid, 'awaiting_payment', /refunded before it was paid/],
    ['awaiting-pickup', {}, 'on_hold', /a custom status of the shop/],
  ])('%s keeps back an order that came in before, and brings none in', (status, changes, code, reason) => {
    expect(read({ status, ...changes })).toEqual({
      kind: 'held',
      externalOrderId: '727',
      eventAt: new Date('2026-09-20T10:15:02Z'),
      hold: { code, reason: expect.stringMatching(reason) },
    })
  })

  it('checkout-draft is ignored with a reason', () => {
    expect(read({ status: 'checkout-draft', ...unpaid })).toEqual({
      kind: 'nothing',
      eventType: 'order.updated',
      why: 'The order is checkout-draft, so it has not been placed yet.',
      externalOrderId: '727',
    })
  })

  it.each([
    ['cancelled', {}],
    ['refunded', {}],
    ['trash', {}],
    ['cancelled', { ...unpaid, payment_method: 'cod' }],
    ['cancelled', { ...unpaid, payment_method: 'bacs' }],
  ])('%s cancels an order that was to be sent', (status, changes) => {
    expect(read({ status, ...changes })).toMatchObject({
      kind: 'order',
      event: { eventType: 'order.cancelled', order: { externalOrderId: '727' } },
    })
  })

  it('cancels a refunded order with the total that was ordered, and what was paid back beside it', () => {
    const refunds = [{ id: 9, reason: '', total: '-42.30' }]
    expect(read({ status: 'cancelled', refunds })).toMatchObject({
      event: { eventType: 'order.cancelled', order: { subtotal: '38.00', total: '42.30', refundedAmount: '42.30' } },
    })
  })

  it('completed means that the shop has shipped it', () => {
    expect(read({ status: 'completed', line_items: 'gone' })).toEqual({
      kind: 'shipped',
      externalOrderId: '727',
      eventAt: new Date('2026-09-20T10:15:02Z'),
    })
  })

  it('cancels it even when the rest can’t be read', () => {
    expect(read({ status: 'cancelled', line_items: 'gone' })).toEqual({
      kind: 'cancelled',
      externalOrderId: '727',
      eventAt: new Date('2026-09-20T10:15:02Z'),
    })
  })

  it('counts more than the topic, which is not signed', () => {
    expect(read({}, 'order.deleted')).toMatchObject({ kind: 'order', event: { eventType: 'order.updated' } })
    expect(read({}, 'product.updated')).toMatchObject({ kind: 'order', event: { eventType: 'order.updated' } })
  })

  it('is not needed once the order is deleted', () => {
    const deleted = wooDelivery({ topic: 'order.deleted', payload: { id: 727 } })
    expect(readWoocommerce(deleted)).toEqual({ kind: 'cancelled', externalOrderId: '727', eventAt: null })
  })
})

describe('a WooCommerce delivery that is ignored', () => {
  it.each([
    [
      'is collected',
      { shipping_lines: [{ method_id: 'local_pickup', method_title: 'Pick up' }] },
      'Picked up by the customer.',
    ],
    ['has no lines', { line_items: [] }, 'Nothing to ship.'],
  ])('is an order that %s', (_, changes, why) => {
    expect(read(changes)).toEqual({ kind: 'nothing', eventType: 'order.updated', why, externalOrderId: '727' })
  })

  it.each([
    ['product.updated', { id: 93, name: 'Tee', status: 'publish' }],
    ['coupon.created', { id: 5, code: 'fall10' }],
    ['subscription.updated', wooOrder({ status: 'cancelled', billing_period: 'month' })],
    ['action.woocommerce_add_to_cart', { action: 'woocommerce_add_to_cart', arg: 1 }],
  ])('is a %s', (topic, payload) => {
    expect(readWoocommerce(wooDelivery({ topic, payload }))).toMatchObject({ kind: 'nothing', eventType: topic })
  })
})

describe('a WooCommerce body that can’t be read', () => {
  it.each([
    [
      'a line without an amount',
      { line_items: [wooLine({ subtotal: 'a lot' })] },
      /line_items\[0\]\.subtotal must be an amount/,
    ],
    ['half a unit', { line_items: [wooLine({ quantity: 0.5 })] }, /line_items\[0\]\.quantity must be a whole number/],
    ['an unknown currency', { currency: 'XTS9' }, /currency must be a currency/],
    [
      'a street that no label holds',
      { shipping: wooParty({ address_1: 'x'.repeat(201) }) },
      /line1 must be .* or fewer/,
    ],
    ['a status that is no word', { status: 'on\u0000hold' }, /status must be one line of plain text/],
    ['an id that is none', { id: '7\u0000' }, /id must be one line of plain text/],
    ['a missing status', { status: undefined }, /status is missing/],
    ['a date that is none', { date_modified_gmt: '2026-13-45T99:00:00' }, /date_modified_gmt must be a time/],
  ])('names the field: %s', (_, changes, sentence) => {
    expect(() => read(changes)).toThrow(sentence)
    expect(() => read(changes)).not.toThrow(/Main St|Ana/)
  })

  it('says what to do when WooCommerce sends an error instead of an order', () => {
    const payload = { code: 'woocommerce_rest_cannot_view', message: 'Sorry', data: { status: 401 } }
    expect(() => readWoocommerce(wooDelivery({ payload }))).toThrow(/needs permission to view orders/)
  })
})
