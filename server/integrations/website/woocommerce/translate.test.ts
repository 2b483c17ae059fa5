import { describe, expect, it } from 'vitest'
import { wooLine, wooOrder, wooParty } from './fixtures/webhook.ts'
import { decodeEntities, stripHtml } from './html-text.ts'
import { toOrderData, whyNotSent } from './translate.ts'
import { lookupKey, Order } from './wire.ts'

const orderOf = (changes: object, lookup?: object) =>
  Order.parse(wooOrder(lookup ? { ...changes, [lookupKey]: { refunds: [], virtualIds: [], ...lookup } } : changes))
const dataOf = (changes: object, lookup?: object) => toOrderData(orderOf(changes, lookup))

describe('text of WooCommerce', () => {
  it.each([
    ['Salt &amp; Pepper &quot;Duo&quot; &#8211; Ana&#039;s', 'Salt & Pepper "Duo" – Ana\'s'],
    ['Mug &times; 2&nbsp;pcs &#x1F381;', 'Mug × 2 pcs 🎁'],
    ['a &lt;b&gt; &amp;amp; R&D; &bogus;', 'a <b> &amp; R&D; &bogus;'],
    ['&#0; &#99999999; &#xD800;', '&#0; &#99999999; \ufffd'],
  ])('%s is decoded once', (html, text) => {
    expect(decodeEntities(html).replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('of a line’s meta data is shown without markup', () => {
    expect(stripHtml('<p>To <em>Ana</em>’s <Best> &amp; Bo</p>').trim()).toBe('To Ana’s <Best> & Bo')
  })

  it('goes onto no label as HTML', () => {
    const changes = {
      line_items: [wooLine({ name: 'Salt &amp; Pepper' })],
      shipping: wooParty({ company: 'Smith &amp; Sons', address_1: '1 King&#8217;s Rd' }),
    }
    expect(dataOf(changes)).toMatchObject({
      items: [{ title: 'Salt & Pepper' }],
      shippingAddress: { line1: '1 King’s Rd', line2: 'Smith & Sons' },
    })
  })
})

describe('an order of WooCommerce', () => {
  it.each([
    ['its own number', { number: 'SHOP-1042' }, { externalNumber: 'SHOP-1042' }],
    [
      'a prefecture by name',
      { shipping: wooParty({ country: 'JP', state: 'JP13' }) },
      { shippingAddress: { state: 'Tokyo' } },
    ],
    [
      'the last prefecture',
      { shipping: wooParty({ country: 'JP', state: 'JP47' }) },
      { shippingAddress: { state: 'Okinawa' } },
    ],
    [
      'a state of another country as it is',
      { shipping: wooParty({ country: 'US', state: 'NY' }) },
      { shippingAddress: { state: 'NY' } },
    ],
    [
      'no postal code where there is none',
      { shipping: wooParty({ country: 'HK', postcode: '' }) },
      { shippingAddress: { postalCode: '' } },
    ],
  ])('has %s', (_, changes, data) => {
    expect(dataOf(changes)).toMatchObject(data)
  })

  it('has no number of its own where that is its id', () => {
    expect(dataOf({})).not.toHaveProperty('externalNumber')
  })

  it('shows what the customer had written on a line, and nothing of plugins', () => {
    const meta_data = [
      { id: 1, key: 'Engraving', value: 'Ana', display_key: 'Engraving', display_value: '<p>Ana &amp; Bo</p>' },
      { id: 2, key: '_reduced_stock', value: '2', display_key: '_reduced_stock', display_value: '2' },
      { id: 3, key: 'gift', value: { wrapped: true }, display_key: 'Gift' },
    ]
    expect(dataOf({ line_items: [wooLine({ meta_data })] }).items[0]?.properties).toEqual([
      { name: 'Engraving', value: 'Ana & Bo' },
    ])
  })
})

const refundLine = (of: string, quantity: number, total: string, tax: string) => ({
  quantity,
  total,
  total_tax: tax,
  meta_data: [{ id: 1, key: '_refunded_item_id', value: of }],
})

describe('an order whose refunds are known', () => {
  // 3 cushions for 66.00 and 5.28 tax, a mug for 14.00 and 1.12 tax, shipping 5.95 and 0.48 tax.
  const paid = {
    line_items: [
      wooLine({ id: 30, quantity: 3, subtotal: '66.00', total: '66.00', total_tax: '5.28' }),
      wooLine({
        id: 31,
        variation_id: 0,
        product_id: 51,
        quantity: 1,
        subtotal: '14.00',
        total: '14.00',
        total_tax: '1.12',
      }),
    ],
    shipping_total: '5.95',
    total_tax: '6.88',
    total: '92.83',
  }
  const refunds = [{ id: 73, reason: '', total: '-23.76' }]

  it('has only the units that were not paid back, and the sums of what was ordered', () => {
    const lookup = { refunds: [{ amount: '23.76', line_items: [refundLine('30', -1, '-22.00', '-1.76')] }] }
    expect(dataOf({ ...paid, refunds }, lookup)).toMatchObject({
      items: [
        { externalItemId: '30', quantity: 2, unitPrice: '22.00' },
        { externalItemId: '31', quantity: 1 },
      ],
      subtotal: '80.00',
      discountAmount: '0.00',
      shippingAmount: '5.95',
      taxAmount: '6.88',
      total: '92.83',
      refundedAmount: '23.76',
      hold: undefined,
    })
  })

  it('keeps its lines when money was paid back for none of them', () => {
    const lookup = { refunds: [{ amount: '5.00', line_items: [] }] }
    expect(dataOf({ ...paid, refunds: [{ id: 73, total: '-5.00' }] }, lookup)).toMatchObject({
      items: [{ quantity: 3 }, { quantity: 1 }],
      subtotal: '80.00',
      discountAmount: '0.00',
      total: '92.83',
      refundedAmount: '5.00',
      hold: undefined,
    })
  })

  it('has no line that needs no shipping, nor its price', () => {
    expect(dataOf(paid, { virtualIds: ['51'] })).toMatchObject({
      items: [{ externalItemId: '30' }],
      subtotal: '66.00',
      discountAmount: '0.00',
      taxAmount: '5.76',
      total: '77.71',
    })
  })

  it('does not count what was paid back for a line that needs no shipping', () => {
    const refunded = [{ id: 73, reason: '', total: '-20.12' }]
    const lines = [refundLine('31', -1, '-14.00', '-1.12')]
    const lookup = { virtualIds: ['51'], refunds: [{ amount: '20.12', line_items: lines }] }
    expect(dataOf({ ...paid, refunds: refunded }, lookup)).toMatchObject({ total: '77.71', refundedAmount: '5.00' })
  })

  it('is nothing to send when no line needs shipping', () => {
    expect(whyNotSent(orderOf(paid, { virtualIds: ['51', '94'] }))).toBe('Nothing to ship.')
  })
})
