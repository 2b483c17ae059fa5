import { describe, expect, it } from 'vitest'
import { shopifyDelivery, priceSet, shopifyAddress, shopifyLine, shopifyOrder } from './fixtures/webhook.ts'
import { readShopify } from './read-webhook.ts'

const read = (changes: object = {}, topic = 'orders/updated') =>
  readShopify(shopifyDelivery({ topic, payload: shopifyOrder(changes) }))

function orderOf(changes: object) {
  const reading = read(changes)
  if (reading.kind !== 'order') throw new Error(`It was read as ${reading.kind}.`)
  return reading.event.order
}

describe('an order of Shopify', () => {
  it('is read with all its fields', () => {
    expect(read({}, 'orders/create')).toEqual({
      kind: 'order',
      event: {
        // The topic is not signed: the time in the body decides, less a moment against an update of the same second.
        eventType: 'order.updated',
        eventAt: new Date('2026-09-20T10:15:01.999Z'),
        order: {
          externalOrderId: '6200407294252',
          externalNumber: '#1071',
          placedAt: '2026-09-20T06:14:58-04:00',
          currency: 'USD',
          customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', phone: '+12065550100' },
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
              externalItemId: '15518907892012',
              externalId: '50398373085484',
              sku: 'TEE-L',
              title: 'Tee – Large',
              quantity: 2,
              unitPrice: '19.00',
              properties: null,
            },
          ],
          promotionCodes: ['FALL10'],
          cartReference: 'c1-68778783ad298f1c80c3bafcddeea02f',
          subtotal: '38.00',
          discountAmount: '3.80',
          shippingAmount: '5.00',
          taxAmount: '3.10',
          total: '42.30',
          refundedAmount: null,
          notes: 'Please ring twice',
        },
      },
    })
  })

  it.each(['orders/updated', 'orders/paid', 'orders/partially_fulfilled'])('is an update by %s', (topic) => {
    expect(read({}, topic)).toMatchObject({ kind: 'order', event: { eventType: 'order.updated' } })
  })

  it('keeps every digit of an id beyond 2^53', () => {
    const { headers, body } = shopifyDelivery()
    const payload = body.toString().replace('"id":6200407294252', '"id":820982911946154508')
    expect(readShopify({ headers, body: Buffer.from(payload) })).toMatchObject({
      event: { order: { externalOrderId: '820982911946154508' } },
    })
  })

  it.each([
    ['the variant where it has no SKU', { sku: '' }, { sku: '50398373085484', externalId: '50398373085484' }],
    ['the product where it has no variant', { sku: null, variant_id: null }, { sku: '9782123692332' }],
    [
      'its title where it is made up',
      { sku: null, variant_id: null, product_id: null },
      { sku: 'Tee', title: 'Tee – Large' },
    ],
  ])('names a line by %s', (_, line, item) => {
    expect(orderOf({ line_items: [shopifyLine(line)] }).items).toMatchObject([item])
  })

  it('finds the buyer wherever Shopify has the data', () => {
    const nobody = { customer: null, email: '', contact_email: null }
    expect(orderOf({ ...nobody, phone: '+1 555', shipping_address: shopifyAddress({ phone: null }) }).customer).toEqual(
      {
        email: null,
        firstName: 'Ana',
        lastName: 'Ruiz',
        phone: '+1 555',
      },
    )
  })

  it('is identified by its checkout where it had no cart', () => {
    expect(orderOf({ cart_token: null })).toMatchObject({ cartReference: 'bd5a8aa1ecd019dd3520ff791ee3a24c' })
    expect(orderOf({ cart_token: null, checkout_token: null })).toMatchObject({ cartReference: null })
  })

  it('goes to a company by name and person', () => {
    const shipping_address = shopifyAddress({ company: 'Acme', address2: 'Floor 3', province_code: null })
    expect(orderOf({ shipping_address }).shippingAddress).toMatchObject({
      recipientName: 'Ana Ruiz',
      line2: 'Acme, Floor 3',
      state: 'Washington',
    })
  })
})

describe('what a customer chose for a line', () => {
  it('is read, except what is private to the theme', () => {
    const properties = [
      { name: 'Engraving', value: 'For Ana' },
      { name: '_bundle', value: '7' },
      { name: 'Gift', value: '' },
    ]
    expect(orderOf({ line_items: [shopifyLine({ properties })] }).items).toMatchObject([
      { properties: [{ name: 'Engraving', value: 'For Ana' }] },
    ])
  })
})

describe('what was paid back', () => {
  const refund = (change: object) => ({
    transactions: [{ kind: 'refund', status: 'success', amount: '19.00', currency: 'USD', ...change }],
  })
  it('is the sum of the refunds that went through, in the shop’s currency', () => {
    const refunds = [refund({}), refund({ amount: '1.50' }), refund({ status: 'failure' }), refund({ currency: 'EUR' })]
    expect(orderOf({ refunds, financial_status: 'partially_refunded' })).toMatchObject({
      total: '42.30',
      refundedAmount: '20.50',
    })
  })
})

describe('the total of an order that was refunded', () => {
  const payBack = (amount: string) => [{ transactions: [{ kind: 'refund', status: 'success', amount }] }]
  const oneLeft = shopifyLine({ current_quantity: 1, fulfillable_quantity: 1 })
  const afterOneUnit = {
    current_subtotal_price: '17.10',
    current_total_discounts: '1.90',
    current_total_tax: '1.55',
    current_total_price: '23.65',
  }
  const ordered = {
    subtotal: '38.00',
    discountAmount: '3.80',
    shippingAmount: '5.00',
    taxAmount: '3.10',
    total: '42.30',
  }

  it.each([
    [
      'a unit',
      { line_items: [oneLeft], ...afterOneUnit, refunds: payBack('18.65') },
      { ...ordered, refundedAmount: '18.65' },
    ],
    ['money for no line', { refunds: payBack('5.00') }, { ...ordered, refundedAmount: '5.00' }],
    [
      'the shipping',
      { current_shipping_price_set: priceSet('0.00'), current_total_price: '37.30', refunds: payBack('5.00') },
      { ...ordered, refundedAmount: '5.00' },
    ],
    [
      'all of it, as it was canceled',
      {
        cancelled_at: '2026-09-20T07:00:00-04:00',
        financial_status: 'refunded',
        current_total_price: '0.00',
        refunds: payBack('42.30'),
      },
      { ...ordered, refundedAmount: '42.30' },
    ],
  ])('is what was ordered, after a refund of %s', (_, changes, order) => {
    expect(orderOf(changes)).toMatchObject(order)
  })

  it('is what is ordered after an edit, which has taken off what was paid back for it', () => {
    const changes = { line_items: [oneLeft], ...afterOneUnit, refunds: payBack('3.00') }
    expect(orderOf(changes)).toMatchObject({ subtotal: '19.00', total: '23.65', refundedAmount: null })
  })
})

describe('the lines to send', () => {
  const digital = shopifyLine({
    id: 2,
    sku: 'EBOOK',
    quantity: 1,
    current_quantity: 1,
    fulfillable_quantity: 1,
    requires_shipping: false,
    price: '10.00',
    discount_allocations: [{ amount: '1.00' }],
    tax_lines: [{ price: '0.80' }],
  })
  const withDigital = {
    line_items: [shopifyLine(), digital],
    current_subtotal_price: '43.20',
    current_total_discounts: '4.80',
    current_total_tax: '3.90',
    current_total_price: '52.10',
  }

  it('leave out goods without a parcel, with their price, discount and tax', () => {
    expect(orderOf(withDigital)).toMatchObject({
      items: [{ sku: 'TEE-L', quantity: 2 }],
      subtotal: '38.00',
      discountAmount: '3.80',
      shippingAmount: '5.00',
      taxAmount: '3.10',
      total: '42.30',
    })
  })

  it('subtract no tax where prices include it', () => {
    const included = { ...withDigital, taxes_included: true, current_total_price: '48.20' }
    expect(orderOf(included)).toMatchObject({
      subtotal: '38.00',
      discountAmount: '3.80',
      taxAmount: '0.00',
      total: '39.20',
    })
  })

  it('leave out removed and refunded units', () => {
    const changes = {
      line_items: [
        shopifyLine({ current_quantity: 1, fulfillable_quantity: 1 }),
        shopifyLine({ id: 3, current_quantity: 0, fulfillable_quantity: 0 }),
      ],
      current_subtotal_price: '17.10',
      current_total_discounts: '1.90',
      current_total_tax: '1.55',
      current_total_price: '23.65',
      financial_status: 'partially_refunded',
    }
    expect(orderOf(changes)).toMatchObject({
      items: [{ quantity: 1 }],
      subtotal: '19.00',
      discountAmount: '1.90',
      taxAmount: '1.55',
      total: '23.65',
    })
  })

  it('leave out units that somebody else has shipped', () => {
    const changes = { fulfillment_status: 'partial', line_items: [shopifyLine({ fulfillable_quantity: 1 })] }
    expect(orderOf(changes)).toMatchObject({
      items: [{ quantity: 1 }],
      subtotal: '19.00',
      discountAmount: '1.90',
      shippingAmount: '5.00',
      taxAmount: '1.55',
      total: '23.65',
    })
  })

  it('are none, and the order is cancelled, when all was removed or refunded, even if shipping was not', () => {
    const gone = shopifyLine({ current_quantity: 0, fulfillable_quantity: 0 })
    const changes = { line_items: [gone, digital], financial_status: 'partially_refunded' }
    expect(read(changes)).toMatchObject({ kind: 'cancelled', externalOrderId: '6200407294252' })
  })

  it('include a gift card that is posted', () => {
    expect(orderOf({ line_items: [shopifyLine({ gift_card: true })] }).items).toHaveLength(1)
  })

  it.each([['needs a parcel', { line_items: [digital], shipping_address: null }, 'Nothing to ship.']])(
    'are none when nothing %s',
    (_, changes, why) => {
      expect(read(changes)).toEqual({
        kind: 'nothing',
        eventType: 'orders/updated',
        why,
        externalOrderId: '6200407294252',
      })
    },
  )

  it('need a shipping address', () => {
    expect(() => read({ shipping_address: null })).toThrow('has no shipping address')
  })
})

describe('the amounts of a Shopify order', () => {
  const tip = shopifyLine({
    id: 4,
    title: 'Tip',
    quantity: 1,
    current_quantity: 1,
    fulfillable_quantity: 1,
    price: '1.00',
    requires_shipping: false,
    tip_payment_gateway: 'shopify_payments',
    discount_allocations: [],
    tax_lines: [],
  })
  it.each([
    [
      'prices that include tax have none on top',
      { taxes_included: true, current_total_price: '39.20' },
      { subtotal: '38.00', discountAmount: '3.80', taxAmount: '0.00', total: '39.20' },
    ],
    [
      'a tip, duties and fees count with shipping',
      {
        total_tip_received: '1.00',
        current_total_duties_set: priceSet('2.00'),
        current_total_additional_fees_set: priceSet('3.00'),
        current_total_price: '48.30',
      },
      { shippingAmount: '11.00', total: '48.30' },
    ],
    [
      'a tip that is also a line counts once',
      {
        line_items: [shopifyLine(), tip],
        total_tip_received: '1.00',
        current_total_price: '43.30',
      },
      { subtotal: '38.00', discountAmount: '3.80', shippingAmount: '6.00', total: '43.30' },
    ],
    [
      'a discount on shipping is one of the discounts',
      { current_total_discounts: '8.80', current_shipping_price_set: priceSet('0.00'), current_total_price: '37.30' },
      { discountAmount: '8.80', shippingAmount: '5.00', total: '37.30' },
    ],
    [
      'shipping that was refunded is gone',
      { current_shipping_price_set: priceSet('0.00'), current_total_price: '37.30' },
      { discountAmount: '3.80', shippingAmount: '0.00', total: '37.30' },
    ],
    [
      'older versions have no current sums',
      {
        current_subtotal_price: undefined,
        current_total_discounts: undefined,
        current_total_tax: undefined,
        current_total_price: undefined,
        current_shipping_price_set: undefined,
        line_items: [shopifyLine({ current_quantity: undefined })],
      },
      { discountAmount: '3.80', shippingAmount: '5.00', taxAmount: '3.10', total: '42.30' },
    ],
    [
      'sums that don’t add up are left as they are',
      { current_total_price: '99.00' },
      { subtotal: '38.00', total: '99.00' },
    ],
  ])('add up: %s', (_, changes, order) => {
    expect(orderOf(changes)).toMatchObject(order)
  })
})
